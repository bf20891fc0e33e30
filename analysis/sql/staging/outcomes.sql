-- one row per way a hand can end, and what it is won on: own_draw, given (by who dealt in), open_card, whole_hand, null (a draw)
select number, name, hanzi, won_on, run
from raw.outcomes
