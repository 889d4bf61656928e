-- Sites: what stands at one place and belongs to one account, such as a home with three batteries (docs/decisions/0054).
create extension if not exists btree_gist;

create table sites (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants,
  -- Whose it is; who is at or above this account sees it.
  account_id uuid not null references accounts,
  name text not null,
  -- Six-digit code of the administrative division, where it lies in China.
  region text check (region ~ '^\d{6}$'),
  address text not null default '',
  longitude numeric(9,6),
  latitude numeric(8,6),
  time_zone text not null,
  tags text[] not null default '{}',
  created_by uuid references accounts,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  check ((longitude is null) = (latitude is null))
);
create index sites_account on sites (account_id) where deleted_at is null;
create index sites_name on sites (tenant_id, lower(name) collate "C", id) where deleted_at is null;
create index sites_tags on sites using gin (tags) where deleted_at is null;

-- Which device belonged to which site when. Cut at quarter-hours, as the energy of devices is stored: what a device
-- measures belongs to one site only, and to none twice.
create table site_devices (
  id uuid primary key default gen_random_uuid(),
  site_id uuid not null references sites,
  thing_id uuid not null references things,
  since timestamptz not null,
  until timestamptz,
  added_by uuid references accounts,
  removed_by uuid references accounts,
  check (until >= since),
  check (extract(epoch from since)::bigint % 900 = 0 and extract(epoch from since) = trunc(extract(epoch from since))),
  check (until is null or extract(epoch from until)::numeric % 900 = 0),
  exclude using gist (thing_id with =, tstzrange(since, until) with &&)
);
create index site_devices_site on site_devices (site_id, since);
create index site_devices_present on site_devices (thing_id) where until is null;

create table site_notes (
  id uuid primary key default gen_random_uuid(),
  site_id uuid not null references sites,
  author_id uuid not null references accounts,
  text text not null,
  -- Addresses of uploaded pictures: /files/<id>.
  photos text[] not null default '{}',
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index site_notes_site on site_notes (site_id, created_at desc) where deleted_at is null;

-- A site, or one device, on its way to an account elsewhere in the tree.
create table site_transfers (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants,
  site_id uuid references sites,
  thing_id uuid references things,
  giver_id uuid not null references accounts,
  receiver_id uuid not null references accounts,
  -- Whether the receiver will see what was before.
  share_history boolean not null,
  message text not null default '',
  state text not null default 'pending' check (state in ('pending', 'done', 'declined', 'cancelled', 'expired')),
  requested_by uuid not null references accounts,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  giver_consent_at timestamptz,
  giver_consent_by uuid references accounts,
  receiver_consent_at timestamptz,
  receiver_consent_by uuid references accounts,
  ended_at timestamptz,
  ended_by uuid references accounts,
  check (num_nonnulls(site_id, thing_id) = 1),
  check (giver_id <> receiver_id)
);
create unique index site_transfers_of_site on site_transfers (site_id) where state = 'pending';
create unique index site_transfers_of_thing on site_transfers (thing_id) where state = 'pending';
create index site_transfers_giver on site_transfers (giver_id, created_at desc);
create index site_transfers_receiver on site_transfers (receiver_id, created_at desc);
create index site_transfers_due on site_transfers (expires_at) where state = 'pending';

-- What was before a transfer whose giver kept the past: seen at and above the keeper only (modules/accounts/visibility.ts).
create table history_walls (
  id uuid primary key default gen_random_uuid(),
  thing_id uuid references things,
  site_id uuid references sites,
  before timestamptz not null,
  keeper_id uuid not null references accounts,
  check (num_nonnulls(site_id, thing_id) = 1)
);
create index history_walls_thing on history_walls (thing_id) where thing_id is not null;
create index history_walls_site on history_walls (site_id) where site_id is not null;

create function quarter_of(at timestamptz) returns timestamptz language sql immutable
  return date_bin('15 minutes', at, timestamptz '2000-01-01 00:00:00+00');

-- Bound devices that are in no site go to the site of the end user they are bound to. An end user without a site gets one;
-- where there are several, a person decides.
create function place_things(thing_ids uuid[]) returns void language plpgsql as $$
begin
  if not exists (
    select 1 from bindings b join accounts a on a.id = b.account_id and a.kind = 'enduser'
    where b.thing_id = any(thing_ids) and b.until is null) then return; end if;
  -- Two bindings at once make one site.
  perform 1 from accounts where kind = 'enduser' and id in (
    select account_id from bindings where thing_id = any(thing_ids) and until is null) order by id for no key update;
  insert into sites (tenant_id, account_id, name, address, longitude, latitude, time_zone, created_at)
    select distinct on (a.id) a.tenant_id, a.id, a.name,
      coalesce(nullif(t.description->>'address', ''), concat_ws(', ', nullif(a.address, ''), nullif(a.city, ''))),
      t.longitude, t.latitude, t.time_zone, b.since
    from bindings b join accounts a on a.id = b.account_id and a.kind = 'enduser' and a.deleted_at is null
    join things t on t.id = b.thing_id
    where b.thing_id = any(thing_ids) and b.until is null
      and not exists (select 1 from site_devices d where d.thing_id = b.thing_id and d.until is null)
      and not exists (select 1 from sites s where s.account_id = a.id and s.deleted_at is null)
    order by a.id, b.since, t.key;
  insert into site_devices (site_id, thing_id, since, added_by)
    select distinct on (b.thing_id) s.id, b.thing_id,
      greatest(quarter_of(b.since), (select max(d.until) from site_devices d where d.thing_id = b.thing_id)), b.bound_by
    from bindings b join sites s on s.account_id = b.account_id and s.deleted_at is null
    join accounts a on a.id = b.account_id and a.kind = 'enduser'
    where b.thing_id = any(thing_ids) and b.until is null
      and not exists (select 1 from site_devices d where d.thing_id = b.thing_id and d.until is null)
      and not exists (select 1 from sites o where o.account_id = b.account_id and o.deleted_at is null and o.id <> s.id)
    order by b.thing_id, b.since, a.node;
end $$;

create function things_bound() returns trigger language plpgsql as $$
begin
  perform place_things((select array_agg(thing_id) from fresh));
  return null;
end $$;
create trigger things_bound after insert on bindings referencing new table as fresh
  for each statement execute function things_bound();

-- A device that is bound to nobody at or below a site's account any more has left the site.
create function things_unbound() returns trigger language plpgsql as $$
begin
  update site_devices d set until = greatest(d.since, quarter_of(ended.at)), removed_by = ended.by
  from (select b.thing_id, max(b.until) as at, (array_agg(b.unbound_by))[1] as by from fresh b
      join old_ones o on o.id = b.id and o.until is null
      where b.until is not null group by b.thing_id) ended, sites s, accounts a
  where d.thing_id = ended.thing_id and d.until is null and s.id = d.site_id and a.id = s.account_id
    and not exists (select 1 from bindings b where b.thing_id = d.thing_id and b.until is null
      and b.account_path >= a.path::text || '.' collate "C" and b.account_path < a.path::text || '/' collate "C");
  return null;
end $$;
create trigger things_unbound after update on bindings referencing new table as fresh old table as old_ones
  for each statement execute function things_unbound();

select place_things(array_agg(thing_id)) from (select distinct thing_id from bindings where until is null) bound
  having count(*) > 0;
