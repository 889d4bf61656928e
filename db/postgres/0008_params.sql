-- Parameters of devices: what they told, templates, and changes of one or many devices (docs/decisions/0016).

-- Every reading of settings. Keys of packs have the pack behind them: PX_EN@2.
create table param_sets (
  id bigint generated always as identity primary key,
  thing_id uuid not null references things,
  source text not null check (source in ('read', 'before', 'after')),
  values jsonb not null,
  taken_by uuid references accounts,
  taken_at timestamptz not null,
  job_id uuid
);
create index param_sets_thing on param_sets (thing_id, id desc);

-- The newest value of each key: {key: [value, epoch ms]}.
create table param_state (
  thing_id uuid primary key references things,
  known jsonb not null default '{}',
  packs int
);

create table param_templates (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants,
  account_id uuid not null references accounts,
  name text not null,
  note text not null default '',
  info_model_id text not null,
  values jsonb not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
create unique index param_templates_name on param_templates (account_id, lower(name)) where deleted_at is null;
create index param_templates_tenant on param_templates (tenant_id) where deleted_at is null;

create table param_batches (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants,
  name text not null,
  kind text not null check (kind in ('change', 'undo')),
  values jsonb not null,
  template_id uuid references param_templates,
  undo_set bigint references param_sets,
  -- For retries: as much time again.
  wait_s int not null,
  created_by uuid not null references accounts,
  created_at timestamptz not null,
  deadline_at timestamptz not null,
  cancelled_at timestamptz
);
create index param_batches_list on param_batches (tenant_id, created_at desc);

create table param_jobs (
  id uuid primary key default gen_random_uuid(),
  batch_id uuid not null references param_batches,
  thing_id uuid not null references things,
  state text not null default 'waiting' check (state in ('waiting', 'reading', 'sent', 'checking', 'verified', 'differs',
    'failed', 'expired', 'skipped', 'cancelled')),
  -- Messages of the present state that are answered, and what those of a reading told so far.
  done int not null default 0,
  seen jsonb not null default '{}',
  packs int,
  -- The row of the ledger whose reply it waits for; null while it waits to send the next.
  command_id uuid references commands,
  -- How often in a row the device kept silent, and whether it did at the sending itself.
  silent int not null default 0,
  unconfirmed boolean not null default false,
  before jsonb,
  after jsonb,
  reason text,
  error text,
  attempt int not null default 1,
  created_at timestamptz not null,
  next_at timestamptz not null,
  deadline_at timestamptz not null,
  begun_at timestamptz,
  finished_at timestamptz,
  unique (batch_id, thing_id)
);
-- Two batches never work at one device at the same time.
create unique index param_jobs_under_way on param_jobs (thing_id) where state in ('reading', 'sent', 'checking');
create index param_jobs_open on param_jobs (next_at) where state in ('waiting', 'reading', 'sent', 'checking');
create index param_jobs_thing on param_jobs (thing_id) where state in ('waiting', 'reading', 'sent', 'checking');
create index param_jobs_batch on param_jobs (batch_id, state);
create index param_jobs_command on param_jobs (command_id) where command_id is not null;

create table param_changes (
  id bigint generated always as identity primary key,
  thing_id uuid not null references things,
  key text not null,
  kind text not null check (kind in ('change', 'undo', 'seen')),
  from_value double precision,
  wanted double precision,
  to_value double precision,
  changed_by uuid references accounts,
  changed_at timestamptz not null,
  batch_id uuid references param_batches
);
create index param_changes_thing on param_changes (thing_id, id desc);
create index param_changes_key on param_changes (thing_id, key, id desc);
