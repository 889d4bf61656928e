-- When an event without an end of its own was last confirmed, such as guesses at a device's secret: it ends some time
-- after that.
alter table events add column noted_at timestamptz;
