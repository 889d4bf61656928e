-- The back office's own roles: ids from 100, the portal's six are fixed (decisions B37).
create table roles (
  id int primary key generated always as identity (start with 100),
  tenant_id uuid not null references tenants,
  name text not null,
  description text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index roles_name on roles (tenant_id, lower(name));

-- What a role may: ids of menu entries and buttons, which are code (packages/resource-kit/rights.ts).
create table role_menus (
  role_id int not null references roles on delete cascade,
  menu_id int not null,
  primary key (role_id, menu_id)
);

create table customers (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants,
  create_time timestamptz not null default now(),
  create_user uuid references accounts,
  update_time timestamptz not null default now(),
  deleted_at timestamptz,
  version int not null default 1,
  client_name text not null,
  customer_type smallint not null check (customer_type in (0, 1)),
  credit_code text,
  id_card text,
  contact text,
  phone text,
  postcode text,
  address text,
  email text,
  invoice_title text,
  tax_no text,
  bank text,
  account text,
  remark text
);
create unique index customers_credit_code on customers (tenant_id, credit_code) where deleted_at is null;
create index customers_by_time on customers (tenant_id, create_time desc, id) where deleted_at is null;
create index customers_by_name on customers (tenant_id, client_name, id) where deleted_at is null;
create index customers_search on customers
  using gin ((lower(client_name || E'\n' || coalesce(credit_code, '') || E'\n' || coalesce(phone, ''))) gin_trgm_ops);
