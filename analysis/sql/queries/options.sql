-- one row per option of the ruleset that differs from its default, or that several runs set differently
with told as (
    select *, count(distinct value) over (partition by key) as "values" from options
)
select run, key, value, default_value, meaning
from told
where value is distinct from default_value or "values" > 1
order by key, run
