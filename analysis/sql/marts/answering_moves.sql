-- one row per kind of event that answers questions: the kind of move it is the answer of
-- Of the moves offered in every question so answered: the one the event is named after, or the one offered least often.
with asked as (
    select run, offers, answer, count(*) as questions from answers group by all
),
offered as (
    select run, number, sum(questions) as offered
    from asked
    join moves using (run)
    where (offers >> number) & 1 = 1
    group by all
),
answered as (
    select run, answer, sum(questions) as questions from asked group by all
),
offered_and_answered as (
    select run, answer, number, name, sum(questions) as questions
    from asked
    join moves using (run)
    where (offers >> number) & 1 = 1
    group by all
)
select
    run,
    answer,
    arg_max(number, (starts_with(answer, name), -offered)) as number,
    arg_max(name, (starts_with(answer, name), -offered)) as name
from offered_and_answered
join offered using (run, number)
join answered using (run, answer)
where offered_and_answered.questions = answered.questions
group by run, answer
