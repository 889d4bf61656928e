-- Firmware: trusted keys, packages, campaigns over many things, and one job for each thing of a campaign.

-- Ed25519 public keys of the operator, raw. A revoked one stays for the packages it once signed.
create table firmware_keys (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants,
  name text not null,
  public_key bytea not null check (length(public_key) = 32),
  created_by uuid references accounts,
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);
create unique index firmware_keys_once on firmware_keys (tenant_id, public_key) where revoked_at is null;

create table firmware_packages (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants,
  pkgtype text not null check (pkgtype in ('master_firmware_2001_3.0', 'slave_firmware_6_3.0', 'EMS_V2_firmware')),
  name text not null,
  version text not null,
  min_hw_version text,
  release_note text not null default '',
  size bigint not null check (size > 0),
  sha256 bytea not null check (length(sha256) = 32),
  signature bytea not null check (length(signature) = 64),
  key_id uuid not null references firmware_keys,
  state text not null default 'draft' check (state in ('draft', 'published', 'withdrawn')),
  publish_time timestamptz,
  uploaded_by uuid references accounts,
  upload_time timestamptz not null default now()
);
-- A version of a kind is one file; one that was withdrawn may be brought again.
create unique index firmware_packages_once on firmware_packages (tenant_id, pkgtype, version) where state <> 'withdrawn';
create index firmware_packages_list on firmware_packages (tenant_id, pkgtype);

create table upgrade_campaigns (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants,
  package_id uuid not null references firmware_packages,
  name text not null,
  state text not null default 'running' check (state in ('running', 'paused', 'stopped', 'done', 'cancelled')),
  -- Shares in per cent, rising to 100, and the things in each wave.
  waves numeric[] not null,
  wave_things int[] not null,
  wave int not null default 1,
  max_failed_pct numeric not null,
  min_soc int not null,
  -- In each thing's own zone; both or neither.
  window_begin time,
  window_end time,
  allow_downgrade boolean not null default false,
  created_by uuid not null references accounts,
  created_at timestamptz not null default now(),
  -- What failed before somebody let a stopped campaign go on does not stop it again.
  judged_from timestamptz not null default now(),
  finished_at timestamptz,
  check ((window_begin is null) = (window_end is null))
);
create index upgrade_campaigns_list on upgrade_campaigns (tenant_id, created_at desc);
create index upgrade_campaigns_open on upgrade_campaigns (id) where state in ('running', 'paused', 'stopped');

create table upgrade_jobs (
  id uuid primary key default gen_random_uuid(),
  campaign_id uuid not null references upgrade_campaigns,
  thing_id uuid not null references things,
  pkgtype text not null,
  -- 1 waiting 2 sent 3 downloading 4 installing 5 done 6 failed 7 timed out (decisions B13) 8 cancelled
  state smallint not null default 1 check (state between 1 and 8),
  -- The id that the device knows; a new one with each attempt, so that news of an earlier one change nothing.
  run uuid not null default gen_random_uuid(),
  attempt int not null default 1,
  wave int not null,
  progress smallint not null default 0 check (progress between 0 and 100),
  from_version text,
  error text,
  cancel_asked_at timestamptz,
  cancel_asked_by uuid references accounts,
  created_at timestamptz not null default now(),
  -- A waiting job: when it is looked at again. One under way: when it is sent again.
  next_at timestamptz not null default now(),
  -- When it ends without news: never started, or nothing heard.
  deadline_at timestamptz not null,
  sent_at timestamptz,
  updated_at timestamptz not null default now(),
  finished_at timestamptz
);
-- One unfinished job of a kind for each thing, and one at a time under way in it.
create unique index upgrade_jobs_active on upgrade_jobs (thing_id, pkgtype) where state in (1, 2, 3, 4);
create unique index upgrade_jobs_under_way on upgrade_jobs (thing_id) where state in (2, 3, 4);
create unique index upgrade_jobs_run on upgrade_jobs (run);
create unique index upgrade_jobs_once on upgrade_jobs (campaign_id, thing_id);
create index upgrade_jobs_campaign on upgrade_jobs (campaign_id, state);
create index upgrade_jobs_waiting on upgrade_jobs (campaign_id, wave, next_at) where state = 1;
create index upgrade_jobs_due on upgrade_jobs (next_at) where state in (2, 3, 4);
create index upgrade_jobs_deadline on upgrade_jobs (deadline_at) where state in (1, 2, 3, 4);

-- A version as numbers, so that 3.0.9 comes before 3.0.12; what has no number comes first.
create function version_order(version text) returns int[] language sql immutable parallel safe as
  $$ select array(select left(m[1], 9)::int from regexp_matches(coalesce(version, ''), '\d+', 'g') m) $$;

-- The version of a kind that a thing reported on its state topic. Packs may differ: the oldest counts.
create function firmware_version(pkgtype text, attributes jsonb, sw_version text) returns text
  language sql immutable parallel safe as $$
  select case pkgtype
    when 'EMS_V2_firmware' then coalesce(attributes->>'E_FW', sw_version)
    when 'master_firmware_2001_3.0' then attributes->>'M_FW'
    else (select p->>'P_FW' from jsonb_array_elements(case jsonb_typeof(attributes->'packs')
            when 'array' then attributes->'packs' else '[]' end) p
          where p->>'P_FW' is not null order by version_order(p->>'P_FW') limit 1)
  end $$;
