-- What lay at a place on a day is what lies there now, less what came later, plus what left later: both are found by the
-- place and the day.
create index moves_into on moves (to_place, day);
create index moves_out_of on moves (from_place, day);
