-- Days that a tenant's data is kept, by kind: null as the settings say, 0 for ever (docs/decisions/0083).
alter table tenants
  add column raw_days int check (raw_days = 0 or raw_days between 35 and 36500),
  add column quarter_hour_days int check (quarter_hour_days = 0 or quarter_hour_days between 95 and 36500),
  add column frames_days int check (frames_days = 0 or frames_days between 35 and 36500),
  add column events_days int check (events_days = 0 or events_days between 95 and 36500),
  add column commands_days int check (commands_days = 0 or commands_days between 35 and 36500);
