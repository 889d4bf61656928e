-- Packs, modules and cells: a million rows for one tenant is an ordinary number.
create table batteries (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants,
  create_time timestamptz not null default now(),
  create_user uuid references accounts,
  update_time timestamptz not null default now(),
  deleted_at timestamptz,
  version int not null default 1,
  battery_code text not null,
  product_type smallint check (product_type in (1, 2, 3)),
  chemistry text,
  battery_type text,
  category_id uuid,
  maker_code text,
  spec_code text,
  trace_code text,
  production_date date,
  serial text,
  enterprise_id uuid,
  rated_capacity_ah numeric(10,2),
  rated_energy_kwh numeric(12,3),
  rated_voltage_v numeric(8,2),
  mass_kg numeric(9,3),
  soh_pct numeric(5,2),
  cycle_count int,
  is_cascade smallint check (is_cascade in (1, 2)),
  cascade_type smallint,
  echelon_use_type text,
  original_codes jsonb not null default '[]',
  parent_id uuid references batteries check (parent_id <> id),
  vehicle_id uuid,
  store_id uuid,
  location text,
  state text not null default 'registered',
  remark text
);
create unique index batteries_code on batteries (tenant_id, battery_code) where deleted_at is null;
-- The default order of the list, alone and under the filters that people use most; `nulls last` as the list asks for it.
create index batteries_by_time on batteries (tenant_id, create_time desc nulls last, id) where deleted_at is null;
create index batteries_by_state on batteries (tenant_id, state, create_time desc nulls last, id) where deleted_at is null;
create index batteries_by_chemistry on batteries (tenant_id, chemistry, create_time desc nulls last, id) where deleted_at is null;
create index batteries_by_kind on batteries (tenant_id, product_type, create_time desc nulls last, id) where deleted_at is null;
-- The tree, and what stands in a store or a vehicle. Most batteries have none of the two.
create index batteries_by_parent on batteries (parent_id, battery_code) where deleted_at is null and parent_id is not null;
create index batteries_by_store on batteries (store_id, create_time desc nulls last, id) where deleted_at is null and store_id is not null;
create index batteries_by_vehicle on batteries (vehicle_id) where deleted_at is null and vehicle_id is not null;
create index batteries_search on batteries using gin (lower(battery_code) gin_trgm_ops);
