-- Kinds of packs, modules and cells (packages/resources/device-category).
create table device_categories (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants,
  create_time timestamptz not null default now(),
  create_user uuid references accounts,
  update_time timestamptz not null default now(),
  deleted_at timestamptz,
  version int not null default 1,
  category_name text not null,
  category_code text not null check (category_code ~ '^[0-9A-Z]{2}$'),
  product_type smallint not null check (product_type between 1 and 3),
  chemistry text,
  capacity numeric(12, 3),
  voltage numeric(12, 3),
  weight numeric(12, 3),
  remark text,
  status smallint not null default 1 check (status in (1, 2))
);
create unique index device_categories_code on device_categories (tenant_id, category_code) where deleted_at is null;
create index device_categories_by_time on device_categories (tenant_id, create_time desc, id) where deleted_at is null;
create index device_categories_by_name on device_categories (tenant_id, category_name, id) where deleted_at is null;
create index device_categories_search on device_categories
  using gin ((lower(category_name || E'\n' || coalesce(category_code, ''))) gin_trgm_ops);
