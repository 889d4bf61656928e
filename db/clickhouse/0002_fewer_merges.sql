-- Parts below 5 MB count as 5 MB when ClickHouse chooses what to merge, so a fleet of some dozen things had the whole
-- month rewritten after every insert: with 24 things 52 merges of 28.7 million rows in a minute, 8 % of a core for good.
-- With a base of ten 6 of 28,000 rows; at most some ten parts more lie in a month, which FINAL does not feel.
alter table points modify setting merge_selector_base = 10
;
alter table points_15m modify setting merge_selector_base = 10
;
alter table frames modify setting merge_selector_base = 10
;
