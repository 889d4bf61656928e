-- Energy left in a battery and its rated energy, Wh, as last reported (docs/decisions/0113).
alter table thing_state
  add column left_wh real,
  add column rated_wh real;
