-- Accounts: one tree per tenant. `path` is the labels of the nodes from the root, so a subtree is `path <@ root.path`.
create extension if not exists ltree;
create extension if not exists citext;
create extension if not exists pg_trgm;

create table tenants (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  time_zone text not null default 'UTC',
  created_at timestamptz not null default now()
);

create table accounts (
  id uuid primary key default gen_random_uuid(),
  -- Short label of the account in `path`; never shown.
  node bigint generated always as identity unique,
  tenant_id uuid not null references tenants,
  parent_id uuid references accounts,
  path ltree not null,
  kind text not null check (kind in ('main','factory','agent1','agent2','company','installer','enduser','staff')),
  level int not null check (level >= 1),
  role_id int not null check (role_id >= 0),
  user_name citext not null,
  email citext,
  name text not null,
  password_hash text not null,
  must_change_password boolean not null default false,
  mobile text, company text, country text, city text, address text, description text,
  language text check (language in ('en','zh')),
  time_zone text,
  last_login_ip inet,
  last_login_at timestamptz,
  disabled_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index accounts_user_name on accounts (user_name) where deleted_at is null;
create unique index accounts_email on accounts (email) where deleted_at is null and email is not null;
create index accounts_path on accounts using gist (path);
create index accounts_parent on accounts (parent_id);

create table sessions (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts,
  -- SHA-256 of the refresh secret in the HttpOnly cookie; replaced at each refresh.
  refresh_hash bytea not null,
  -- The hash before the newest refresh, honoured for a few seconds so that two tabs may refresh at once.
  previous_hash bytea,
  refreshed_at timestamptz not null default now(),
  ip inet,
  user_agent text,
  created_at timestamptz not null default now(),
  -- 12 hours after sign-in, whatever happens (decisions B33).
  ends_at timestamptz not null,
  revoked_at timestamptz
);
create index sessions_account on sessions (account_id, created_at desc);

-- Failed sign-ins by account and by address (decisions C11).
create table login_limits (
  key text primary key,
  failures int not null default 0,
  last_failure_at timestamptz not null default now(),
  blocked_until timestamptz
);

-- Append-only; each row carries the hash of the one before, so a removed or changed row is found (decisions C33).
create table audit (
  seq bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  tenant_id uuid,
  actor_id uuid,
  actor_name text,
  role_id int,
  action text not null,
  object_type text,
  object_id text,
  ip inet,
  result text not null default 'ok',
  details jsonb not null default '{}',
  prev_hash bytea,
  hash bytea not null
);
create index audit_object on audit (object_type, object_id, seq desc);
create index audit_at on audit (at desc);

create table outbox (
  id uuid primary key default gen_random_uuid(),
  topic text not null,
  payload jsonb not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  attempts int not null default 0,
  next_at timestamptz not null default now(),
  last_error text
);
create index outbox_due on outbox (next_at) where sent_at is null;

-- Small facts of the instance: signing key, ingest watermark, seed state.
create table instance_facts (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);
