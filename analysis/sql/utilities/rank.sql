-- one row per match and seat; what counts is the share of opponents left behind (ties half), in parts of UTILITY_PARTS
select
    seats.* replace (((2 * (players - rank))::bigint * 420 // (players - 1))::bigint as points)
from seats
cross join (select max(seat) + 1 as players from seats)
