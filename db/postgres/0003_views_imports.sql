-- How an account likes its screens: small JSON texts by key, and named views of lists.
create table preferences (
  account_id uuid not null references accounts,
  key text not null,
  value jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (account_id, key)
);

create table saved_views (
  -- Also the view's link: whoever of the tenant holds it may look, only the owner may change.
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts,
  tenant_id uuid not null references tenants,
  screen text not null,
  name text not null,
  state jsonb not null,
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index saved_views_name on saved_views (account_id, screen, lower(name));
create unique index saved_views_default on saved_views (account_id, screen) where is_default;

-- A file that was read and checked, waiting for its owner to confirm; nothing else is written before.
create table imports (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants,
  account_id uuid not null references accounts,
  -- What the rows are: 'things'.
  kind text not null,
  file_name text not null,
  state text not null default 'open' check (state in ('open', 'confirmed')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  confirmed_at timestamptz
);
create index imports_expiry on imports (expires_at);

create table import_rows (
  import_id uuid not null references imports on delete cascade,
  -- The row's number in the sheet, from 2 on: row 1 is the heading.
  number int not null,
  -- The cells as texts by column key, as they stand in the file.
  cells jsonb not null,
  -- What is wrong: [{column, key, message}]; empty when the row can be taken.
  errors jsonb not null default '[]',
  primary key (import_id, number)
);
create index import_rows_wrong on import_rows (import_id, number) where errors <> '[]';
