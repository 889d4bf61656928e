-- Where batteries lie, and the places in it (packages/resources/store).
create table stores (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants,
  create_time timestamptz not null default now(),
  create_user uuid references accounts,
  update_time timestamptz not null default now(),
  deleted_at timestamptz,
  version int not null default 1,
  code text not null,
  name text not null,
  kind smallint not null,
  site_id uuid references recycle_sites,
  region text,
  address text,
  longitude numeric(9, 6),
  latitude numeric(9, 6),
  manager text,
  phone text,
  area_m2 numeric(10, 2),
  capacity_kg numeric(14, 3),
  capacity_pcs int,
  temp_limit numeric(5, 1),
  humidity_limit numeric(5, 1),
  fire_class text,
  locations jsonb not null default '[]',
  remark text,
  status smallint not null default 1 check (status in (1, 2))
);
create unique index stores_code on stores (tenant_id, code) where deleted_at is null;
create index stores_by_time on stores (tenant_id, create_time desc, id) where deleted_at is null;
create index stores_by_site on stores (site_id) where deleted_at is null;
create index stores_search on stores
  using gin ((lower(name || E'\n' || coalesce(code, '') || E'\n' || coalesce(address, ''))) gin_trgm_ops);
