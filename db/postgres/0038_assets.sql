create table assets (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants,
  create_time timestamptz not null default now(),
  create_user uuid references accounts,
  update_time timestamptz not null default now(),
  deleted_at timestamptz,
  version int not null default 1,
  asset_no text not null,
  name text not null,
  kind smallint not null check (kind in (1, 2, 3)),
  battery_id uuid references batteries,
  device_id uuid references things,
  enterprise_id uuid,
  store_id uuid,
  value numeric(14,2),
  state text not null default 'in_use',
  remark text
);
create unique index assets_no on assets (tenant_id, asset_no) where deleted_at is null;
-- One thing is one asset, until it is disposed of.
create unique index assets_battery on assets (battery_id) where deleted_at is null and state <> 'disposed';
create unique index assets_device on assets (device_id) where deleted_at is null and state <> 'disposed';
create index assets_by_time on assets (tenant_id, create_time desc nulls last, id) where deleted_at is null;
create index assets_search on assets using gin ((lower(asset_no || E'\n' || coalesce(name, ''))) gin_trgm_ops);
