-- Where retired batteries are taken in and worked up (packages/resources/recycle-site).
create table recycle_sites (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants,
  create_time timestamptz not null default now(),
  create_user uuid references accounts,
  update_time timestamptz not null default now(),
  deleted_at timestamptz,
  version int not null default 1,
  name text not null,
  code text,
  kind smallint,
  enterprise_id uuid references enterprises,
  region text,
  address text not null,
  longitude numeric(9, 6),
  latitude numeric(9, 6),
  contact text,
  phone text,
  capacity_tpa numeric(12, 3),
  storage_limit_kg numeric(14, 3),
  permits jsonb not null default '[]',
  permit_expiry date,
  remark text,
  status smallint not null default 1 check (status in (1, 2))
);
create unique index recycle_sites_code on recycle_sites (tenant_id, code) where deleted_at is null;
create index recycle_sites_by_time on recycle_sites (tenant_id, create_time desc, id) where deleted_at is null;
create index recycle_sites_by_enterprise on recycle_sites (enterprise_id) where deleted_at is null;
create index recycle_sites_by_expiry on recycle_sites (tenant_id, permit_expiry, id) where deleted_at is null;
create index recycle_sites_search on recycle_sites
  using gin ((lower(name || E'\n' || coalesce(code, '') || E'\n' || coalesce(address, ''))) gin_trgm_ops);
