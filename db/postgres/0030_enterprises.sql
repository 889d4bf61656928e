-- Who takes part in the life of a battery (packages/resources/enterprise).
create table enterprises (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants,
  create_time timestamptz not null default now(),
  create_user uuid references accounts,
  update_time timestamptz not null default now(),
  deleted_at timestamptz,
  version int not null default 1,
  name text not null,
  kind smallint not null,
  credit_code text,
  duns text,
  maker_code text,
  filing_no text,
  legal_person text,
  contact text not null,
  phone text not null,
  region text,
  address text not null,
  longitude numeric(9, 6),
  latitude numeric(9, 6),
  licences jsonb not null default '[]',
  permits jsonb not null default '[]',
  -- The earliest end of a permit, so that lists and warnings need not open each one.
  permit_expiry date,
  eia_no text,
  discharge_permit_no text,
  on_industry_list smallint check (on_industry_list in (0, 1)),
  remark text,
  status smallint not null default 1 check (status in (1, 2))
);
create unique index enterprises_credit_code on enterprises (tenant_id, credit_code) where deleted_at is null;
create unique index enterprises_duns on enterprises (tenant_id, duns) where deleted_at is null;
create unique index enterprises_maker_code on enterprises (tenant_id, maker_code) where deleted_at is null;
create index enterprises_by_time on enterprises (tenant_id, create_time desc, id) where deleted_at is null;
create index enterprises_by_name on enterprises (tenant_id, name, id) where deleted_at is null;
create index enterprises_by_expiry on enterprises (tenant_id, permit_expiry, id) where deleted_at is null;
create index enterprises_search on enterprises
  using gin ((lower(name || E'\n' || coalesce(credit_code, '') || E'\n' || coalesce(duns, '') || E'\n' || coalesce(maker_code, ''))) gin_trgm_ops);
