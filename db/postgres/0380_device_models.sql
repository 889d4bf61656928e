-- Device models that a tenant has made or installed (docs/decisions/0153). Those built into the server have no rows.
create table device_models (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants,
  -- As in things.info_model_id and things.devtype.
  name text not null check (name ~ '^[A-Za-z][A-Za-z0-9_-]{1,49}$'),
  created_by uuid references accounts,
  created_at timestamptz not null default now(),
  unique (tenant_id, name)
);

create table device_model_versions (
  model_id uuid not null references device_models on delete cascade,
  version integer not null check (version >= 1),
  state text not null check (state in ('draft', 'active', 'retired')),
  document jsonb not null,
  -- Increases with each change of a draft.
  revision integer not null default 1,
  changed_by uuid references accounts,
  changed_at timestamptz not null,
  activated_at timestamptz,
  primary key (model_id, version)
);
create unique index device_model_active on device_model_versions (model_id) where state = 'active';
create unique index device_model_draft on device_model_versions (model_id) where state = 'draft';

-- The ids in ClickHouse of points without a role. Never used again: what was stored under an id keeps its meaning.
create table device_model_points (
  tenant_id uuid not null references tenants,
  id integer not null check (id between 1000 and 65535),
  model_id uuid not null references device_models on delete cascade,
  key text not null,
  -- Unit, kind and part: a point whose meaning changes gets another id.
  meaning text not null,
  since_version integer not null,
  primary key (tenant_id, id)
);
create unique index device_model_points_key on device_model_points (model_id, key, meaning);
