-- Recycling runs (packages/resources/recycling-run, docs/decisions/0044): what goes in, what comes out, and the balance.
alter table documents
  add column process_route text,
  add column added_kg numeric(14, 3),
  add column loss_kg numeric(14, 3),
  add column energy_kwh numeric(14, 2),
  add column water_reuse_pct numeric(5, 2),
  -- What its posting has found, in kg.
  add column out_kg numeric(14, 3),
  add column residue_kg numeric(14, 3),
  add column water_kg numeric(14, 3),
  add column difference_kg numeric(14, 3);
alter table document_lines
  add column side text check (side in ('in', 'out')),
  add column moisture_pct numeric(7, 4);

create index documents_search_recycling_runs on documents using gin
  ((lower(coalesce(no, '') || E'\n' || coalesce(operator, '') || E'\n' || coalesce(remark, ''))) gin_trgm_ops)
  where kind = 'recyclingRun';
create view recycling_runs as select * from documents where kind = 'recyclingRun' with check option;
alter view recycling_runs alter column kind set default 'recyclingRun';

-- How far a step of recycling may be out of balance.
create table balance_limits (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants,
  create_time timestamptz not null default now(),
  create_user uuid references accounts,
  update_time timestamptz not null default now(),
  deleted_at timestamptz,
  version int not null default 1,
  step text not null,
  -- From this day on.
  day date not null,
  tolerance_pct numeric(6, 3) not null,
  reason text not null
);
create unique index balance_limits_step on balance_limits (tenant_id, step, day) where deleted_at is null;

-- What a laboratory has found in a lot (packages/resources/assay).
create table assays (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants,
  create_time timestamptz not null default now(),
  create_user uuid references accounts,
  update_time timestamptz not null default now(),
  deleted_at timestamptz,
  version int not null default 1,
  lot_no text not null,
  day date not null,
  laboratory text not null,
  report_no text,
  moisture_pct numeric(7, 4),
  elements jsonb not null default '[]',
  report jsonb not null default '[]',
  remark text
);
create index assays_by_lot on assays (tenant_id, lot_no, day desc) where deleted_at is null;
create index assays_in_order on assays (tenant_id, create_time desc, id) where deleted_at is null;
create index assays_search on assays using gin
  ((lower(coalesce(lot_no, '') || E'\n' || coalesce(report_no, '') || E'\n' || coalesce(laboratory, ''))) gin_trgm_ops)
  where deleted_at is null;

-- What is recycled is no stock: lots come out of there that have never been there.
delete from lot_balances where place_id in (select id from places where kind = 'recycled');
delete from place_totals where place_id in (select id from places where kind = 'recycled');
