create table vehicles (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants,
  create_time timestamptz not null default now(),
  create_user uuid references accounts,
  update_time timestamptz not null default now(),
  deleted_at timestamptz,
  version int not null default 1,
  vin text not null,
  plate_no text,
  brand text,
  model text,
  category text not null,
  use_nature text,
  owner_type smallint check (owner_type in (1, 2)),
  owner_enterprise_id uuid,
  owner_customer_id uuid references customers,
  enterprise_id uuid,
  driver_id uuid,
  device_id uuid references things,
  reg_date date,
  purchase_date date,
  scrap_date date,
  mileage_km int,
  battery_complete smallint,
  status text not null default 'in_use',
  remark text
);
create unique index vehicles_vin on vehicles (tenant_id, vin) where deleted_at is null;
-- A plate goes to another vehicle once its own is scrapped.
create unique index vehicles_plate on vehicles (tenant_id, plate_no) where deleted_at is null and status <> 'scrapped';
create index vehicles_by_time on vehicles (tenant_id, create_time desc nulls last, id) where deleted_at is null;
create index vehicles_by_driver on vehicles (driver_id) where deleted_at is null and driver_id is not null;
create index vehicles_by_device on vehicles (device_id) where deleted_at is null and device_id is not null;
create index vehicles_search on vehicles
  using gin ((lower(vin || E'\n' || coalesce(plate_no, '') || E'\n' || coalesce(model, ''))) gin_trgm_ops);
