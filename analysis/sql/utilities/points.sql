-- one row per match and seat; what counts is points
select * from seats
