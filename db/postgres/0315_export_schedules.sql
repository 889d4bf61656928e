-- Scheduled exports: history or energy of devices as a file after each day, week or month (docs/decisions/0085).
create table export_schedules (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts,
  name text not null,
  scope text not null check (scope in ('devices', 'site', 'subtree')),
  site_id uuid references sites on delete cascade,
  thing_ids uuid[] not null default '{}',
  content text not null check (content in ('history', 'energy')),
  data_points text[] not null default '{}',
  agg_interval text not null check (agg_interval in ('raw', '5m', '15m', '1h', '1d')),
  agg_type text not null check (agg_type in ('avg', 'min', 'max', 'first', 'last')),
  format text not null check (format in ('csv', 'xlsx', 'parquet')),
  every text not null check (every in ('day', 'week', 'month')),
  time_zone text not null,
  hour smallint not null check (hour between 0 and 23),
  language text not null check (language in ('en', 'zh')),
  -- First day of the first period that no run is planned for yet.
  next_day date not null,
  -- When that run is due.
  next_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  stopped_at timestamptz,
  stop_reason text check (stop_reason in ('account', 'role', 'site', 'devices')),
  check ((scope = 'site') = (site_id is not null)),
  check ((stopped_at is null) = (stop_reason is null))
);
create index export_schedules_account on export_schedules (account_id) where deleted_at is null;
create index export_schedules_next on export_schedules (next_at) where deleted_at is null and stopped_at is null;

-- A period of a schedule has one run, and so at most one file.
create table export_runs (
  id uuid primary key default gen_random_uuid(),
  schedule_id uuid not null references export_schedules on delete cascade,
  from_day date not null,
  -- The day after the last one.
  to_day date not null check (to_day > from_day),
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed', 'dropped')),
  tries int not null default 0,
  next_at timestamptz not null,
  lease_id uuid,
  leased_until timestamptz,
  error text,
  -- The file, as long as it is stored.
  file_key text,
  file_name text,
  size_bytes bigint,
  row_count bigint,
  device_count int,
  left_out int not null default 0,
  created_at timestamptz not null,
  done_at timestamptz,
  removed_at timestamptz,
  unique (schedule_id, from_day, to_day)
);
create index export_runs_due on export_runs (next_at) where state = 'waiting';
create index export_runs_files on export_runs (done_at) where file_key is not null;
