-- How the parts of a list are connected: matching forms packs of them (docs/decisions/0042).
alter table boms add column series_count int check (series_count between 1 and 1000),
  add column parallel_count int check (parallel_count between 1 and 200);

-- Runs of the matching as they were: what was asked, and the packs that came of it.
create table matching_runs (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants,
  account_id uuid not null references accounts,
  store_id uuid not null references stores,
  bom_id uuid not null references boms,
  created_at timestamptz not null,
  series int not null,
  parallel int not null,
  asked jsonb not null,
  result jsonb not null
);
create index matching_runs_by_time on matching_runs (tenant_id, created_at desc);
