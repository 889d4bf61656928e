-- After which silence a thing is offline, s: its own time, then that of its tenant; otherwise that of its model.
alter table things add column offline_after_s int check (offline_after_s between 60 and 604800);
alter table tenants add column offline_after_s int check (offline_after_s between 60 and 604800);
-- Set by the sweep that marks a thing as silent, and reset by its next message. `online` also follows what the device
-- itself reports, such as a last will.
alter table thing_state add column silent boolean not null default false;
