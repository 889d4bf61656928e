-- Threshold rules: an event of a thing while one of its points is above or below a limit.
create table event_rules (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants,
  -- Whose things it watches: those bound at or below this account, or only one of them.
  account_id uuid not null references accounts,
  thing_id uuid references things,
  point text not null,
  comparison text not null check (comparison in ('above', 'below')),
  threshold double precision not null,
  hysteresis double precision not null default 0 check (hysteresis >= 0),
  delay_s int not null default 0 check (delay_s >= 0),
  clear_delay_s int not null default 0 check (clear_delay_s >= 0),
  level smallint not null check (level between 1 and 3),
  name_en text not null,
  name_zh text not null,
  enabled boolean not null default true,
  -- Counts up with each change: a node that still follows an older version may not write for it.
  version int not null default 1,
  created_by uuid references accounts,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index event_rules_tenant on event_rules (tenant_id, created_at desc) where deleted_at is null;

-- What is under way between readings, so that delays and hidden lower levels outlive a restart. A row is there while
-- the rule holds (`is_on`) or while the opposite has been true since `since` and its delay runs.
create table event_rule_states (
  thing_id uuid not null references things,
  rule_id uuid not null references event_rules,
  pack smallint not null,
  is_on boolean not null,
  since timestamptz,
  seen timestamptz not null,
  primary key (thing_id, rule_id, pack)
);
create index event_rule_states_rule on event_rule_states (rule_id);

-- The tenant stands in the event itself, so that a list of a million needs no join to find its newest.
alter table events add column tenant_id uuid;
alter table events add column rule_id uuid references event_rules;
update events e set tenant_id = t.tenant_id from things t where t.id = e.thing_id;
alter table events alter column tenant_id set not null;
-- What the list's free search looks in, beside the things' own.
alter table events add column search text not null generated always as
  (lower(name_en || E'\n' || name_zh || E'\n' || code)) stored;

create function event_tenant() returns trigger language plpgsql as $$
begin
  select tenant_id into strict new.tenant_id from things where id = new.thing_id;
  return new;
end $$;
create trigger event_tenant before insert on events for each row execute function event_tenant();

create index events_tenant_begin on events (tenant_id, begin_time desc, id);
create index events_tenant_level on events (tenant_id, level, begin_time desc) include (thing_id, state);
create index events_open on events (tenant_id, begin_time desc) include (thing_id, level) where state = 1;
create index events_unseen on events (tenant_id, level, begin_time desc) include (thing_id) where state = 1 and ack_time is null;
create index events_rule on events (rule_id) where state = 1 and rule_id is not null;
create index events_search on events using gin (search gin_trgm_ops);
drop index events_begin;
