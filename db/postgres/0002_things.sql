create table things (
  -- Columns of fixed width first: a scan over a hundred thousand rows then finds what it filters by without reading the rest.
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants,
  registered_at timestamptz not null default now(),
  secret_rotated_at timestamptz not null default now(),
  -- The short id under which ClickHouse stores the thing's points (UInt32).
  key int generated always as identity unique,
  deleted_at timestamptz,
  -- Device id: the serial number, also the MQTT user name; unique over all tenants.
  devid text not null,
  devname text not null,
  devtype text not null default 'HE_BAT',
  info_model_id text not null default 'HE_BAT',
  -- SHA-256 of the device's MQTT secret (256 random bits, so a plain hash is enough).
  secret_hash bytea not null,
  time_zone text not null default 'UTC',
  longitude numeric(9,6),
  latitude numeric(8,6),
  description jsonb not null default '{}',
  -- What the list's free search looks in, in lower case, one field a line: one trigram index answers for all of them.
  search text not null generated always as (
    lower(devid || E'\n' || devname || E'\n' || coalesce(description->>'name', '') || E'\n' ||
      coalesce(description->>'mobile', '') || E'\n' || coalesce(description->>'address', ''))) stored,
  check ((longitude is null) = (latitude is null))
);
create unique index things_devid on things (devid) where deleted_at is null;
-- The orders of the list; the first also counts a tenant's things without touching the table.
create index things_by_registration on things (tenant_id, registered_at, id) where deleted_at is null;
create index things_by_devid on things (tenant_id, devid, id) where deleted_at is null;
create index things_by_devname on things (tenant_id, lower(devname) collate "C", id) where deleted_at is null;
create index things_by_installation on things (tenant_id, (description->>'installTime')) where deleted_at is null;
create index things_search on things using gin (search gin_trgm_ops);
create index things_devid_trgm on things using gin (devid gin_trgm_ops);

-- Last known state, written by ingest in bulk about once a second. Kept apart from `things` so that its
-- churn stays in small rows; nothing indexed here changes with each frame, so updates stay on their page.
create table thing_state (
  thing_id uuid primary key references things,
  -- 0 offline, 1 online, 2 fault, 3 upgrading, 4 not activated (decisions B08).
  status smallint not null default 4,
  online boolean not null default false,
  last_time timestamptz,
  received_at timestamptz,
  soc_pct real,
  soh_pct real,
  work_state text check (work_state in ('idle','charging','discharging')),
  bat_power_w real,
  grid_power_w real,
  pv_power_w real,
  load_power_w real,
  hw_version text,
  sw_version text,
  -- What the device said about itself on its state topic.
  attributes jsonb not null default '{}'
) with (fillfactor = 60);

create table bindings (
  id uuid primary key default gen_random_uuid(),
  thing_id uuid not null references things,
  account_id uuid not null references accounts,
  since timestamptz not null default now(),
  until timestamptz,
  bound_by uuid references accounts,
  unbound_by uuid references accounts,
  -- The account's path with a dot after each label, kept by the triggers below. All that is bound at or below an account
  -- is then one range of one index: '1.7.' <= account_path < '1.7/'.
  account_path text collate "C" not null
);
create unique index bindings_active on bindings (thing_id, account_id) where until is null;
create index bindings_account on bindings (account_id, thing_id) where until is null;
create index bindings_thing on bindings (thing_id, since desc);
create index bindings_path on bindings (account_path, thing_id) where until is null;

create function binding_path() returns trigger language plpgsql as $$
begin
  select path::text || '.' into strict new.account_path from accounts where id = new.account_id;
  return new;
end $$;
create trigger binding_path before insert or update of account_id, account_path on bindings
  for each row execute function binding_path();

create function account_moved() returns trigger language plpgsql as $$
begin
  update bindings set account_path = new.path::text || '.' where account_id = new.id;
  return null;
end $$;
create trigger account_moved after update of path on accounts
  for each row when (old.path is distinct from new.path) execute function account_moved();

-- The ledger: queued -> sent -> answered | failed | expired. Rows are never deleted.
create table commands (
  id uuid primary key default gen_random_uuid(),
  thing_id uuid not null references things,
  cmd text not null,
  params jsonb not null default '{}',
  state text not null default 'queued' check (state in ('queued','sent','answered','failed','expired')),
  requested_by uuid references accounts,
  save_log boolean not null default true,
  created_at timestamptz not null default now(),
  -- When it was first published, and when it is to be published again while no reply has come.
  sent_at timestamptz,
  next_send_at timestamptz not null default now(),
  attempts int not null default 0,
  answered_at timestamptz,
  expires_at timestamptz not null,
  reply jsonb,
  error text
);
-- One pending command per device (decisions C17).
create unique index commands_pending on commands (thing_id) where state in ('queued','sent');
create index commands_thing on commands (thing_id, created_at desc);
create index commands_expiry on commands (expires_at) where state in ('queued','sent');

create table events (
  id uuid primary key default gen_random_uuid(),
  thing_id uuid not null references things,
  code text not null,
  source text not null default 'EMS',
  name_en text not null,
  name_zh text not null,
  -- 1 notice, 2 warning, 3 fault (decisions B10).
  level smallint not null check (level between 1 and 3),
  value double precision,
  threshold double precision,
  begin_time timestamptz not null,
  end_time timestamptz,
  state smallint not null default 1 check (state in (1, 2)),
  ack_user uuid references accounts,
  ack_time timestamptz,
  remark text
);
-- One active event per thing and code.
create unique index events_active on events (thing_id, code, source) where state = 1;
-- A beginning that is delivered twice, or again after its end, is the same event.
create unique index events_once on events (thing_id, code, source, begin_time);
create index events_thing on events (thing_id, begin_time desc);
create index events_begin on events (begin_time desc);
