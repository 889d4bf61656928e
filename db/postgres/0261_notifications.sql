-- Where a person is reached.
create table notification_channels (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts,
  kind text not null check (kind in ('email','webhook','dingtalk','wecom','feishu')),
  name text not null,
  -- The address; that of a bot holds its key, so it is never sent back whole.
  target text not null,
  -- Sealed: what messages are signed with.
  secret bytea,
  created_at timestamptz not null,
  -- Null while an e-mail address has not been confirmed: nothing but the code is sent there.
  verified_at timestamptz,
  code_hash bytea,
  code_expires_at timestamptz,
  code_tries int not null default 0,
  deleted_at timestamptz
);
create index notification_channels_account on notification_channels (account_id, created_at);

create table notification_rules (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants,
  account_id uuid not null references accounts,
  name text not null,
  enabled boolean not null,
  least_level smallint not null check (least_level between 1 and 3),
  -- Codes without their pack; none means all.
  codes text[] not null,
  -- Things bound at or below this account, or one of them; none means all that the person sees.
  scope_account_id uuid references accounts,
  scope_thing_id uuid references things,
  channel_ids uuid[] not null,
  digest text not null check (digest in ('none','hourly','daily')),
  on_end boolean not null,
  faults_pass boolean not null,
  remind_min int check (remind_min between 1 and 1440),
  remind_channel_id uuid references notification_channels,
  created_at timestamptz not null,
  deleted_at timestamptz,
  check ((remind_min is null) = (remind_channel_id is null))
);
create index notification_rules_tenant on notification_rules (tenant_id) where deleted_at is null and enabled;
create index notification_rules_account on notification_rules (account_id) where deleted_at is null;

-- Minutes of the day in the person's zone.
create table notification_settings (
  account_id uuid primary key references accounts,
  quiet_from smallint check (quiet_from between 0 and 1439),
  quiet_to smallint check (quiet_to between 0 and 1439)
);

-- Beginnings and ends of events that no node has matched with rules yet; written with them, deleted with the matches.
create table event_changes (
  id bigint generated always as identity primary key,
  event_id uuid not null references events on delete cascade,
  what text not null check (what in ('begin','end'))
);
create function event_changed() returns trigger language plpgsql as $$
begin
  if exists (select from notification_rules where tenant_id = new.tenant_id and enabled and deleted_at is null) then
    insert into event_changes (event_id, what) values (new.id, case new.state when 1 then 'begin' else 'end' end);
  end if;
  return null;
end $$;
create trigger event_begun after insert on events for each row when (new.state = 1) execute function event_changed();
create trigger event_ended after update of state on events for each row when (old.state = 1 and new.state = 2)
  execute function event_changed();

create table notification_messages (
  -- The same for all tries, so that receivers can drop a second one.
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts,
  channel_id uuid not null references notification_channels,
  what text not null check (what in ('events','test')),
  state text not null default 'waiting' check (state in ('waiting','sent','dead','dropped')),
  tries int not null default 0,
  next_at timestamptz not null,
  lease_id uuid,
  leased_until timestamptz,
  title text,
  error text,
  created_at timestamptz not null,
  done_at timestamptz
);
create index notification_messages_due on notification_messages (next_at) where state = 'waiting';
create index notification_messages_account on notification_messages (account_id, created_at desc);
create index notification_messages_channel on notification_messages (channel_id, created_at desc);

-- What a person is to hear of; those of one channel that are due together make one message.
create table notification_items (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts,
  channel_id uuid not null references notification_channels,
  event_id uuid not null references events on delete cascade,
  what text not null check (what in ('begin','end','reminder')),
  due_at timestamptz not null,
  message_id uuid references notification_messages on delete cascade,
  unique (channel_id, event_id, what)
);
create index notification_items_due on notification_items (due_at) where message_id is null;
create index notification_items_message on notification_items (message_id);
