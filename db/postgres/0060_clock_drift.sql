-- How far a device's clock is ahead of ours (negative: behind), by its newest live frames.
alter table thing_state add column clock_drift_s integer;
