-- Areas on the map. Positions are WGS-84; corner points are {longitude, latitude}, decimals as text, not closed.
create table geofences (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants,
  create_time timestamptz not null default now(),
  create_user uuid references accounts,
  update_time timestamptz not null default now(),
  deleted_at timestamptz,
  version int not null default 1,
  name text not null,
  kind text not null check (kind in ('allow', 'deny', 'site')),
  shape text not null check (shape in ('circle', 'polygon')),
  coordinate_system text check (coordinate_system = 'WGS84'),
  longitude numeric(9, 6) check (longitude between -180 and 180),
  latitude numeric(8, 6) check (latitude between -85 and 85),
  radius_m int check (radius_m between 10 and 200000),
  ring jsonb not null default '[]',
  entry_alarm smallint,
  exit_alarm smallint,
  dwell_alarm_min int check (dwell_alarm_min > 0),
  window_from text,
  window_to text,
  applies_to text not null check (applies_to in ('vehicle', 'battery', 'driver', 'device')),
  vehicles jsonb not null default '[]',
  batteries jsonb not null default '[]',
  drivers jsonb not null default '[]',
  remark text,
  status smallint not null default 1 check (status in (1, 2)),
  check (shape = 'polygon' or (longitude is not null and latitude is not null and radius_m is not null)),
  check (shape = 'circle' or jsonb_array_length(ring) between 3 and 200)
);
create unique index geofences_name on geofences (tenant_id, name) where deleted_at is null;
create index geofences_by_time on geofences (tenant_id, create_time desc, id) where deleted_at is null;
create index geofences_search on geofences
  using gin ((lower(name || E'\n' || coalesce(remark, ''))) gin_trgm_ops);
