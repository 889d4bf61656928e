-- Escalations, events whose level rises, and rules for one site (docs/decisions/0064).
alter table notification_rules
  -- Events of the devices that belong to this site.
  add column scope_site_id uuid references sites,
  -- Who is notified, through channels of their own, of an event that nobody has acknowledged after so many minutes.
  add column escalate_min int check (escalate_min between 1 and 1440),
  add column escalate_account_id uuid references accounts,
  add constraint notification_rules_escalation check ((escalate_min is null) = (escalate_account_id is null));

-- What a rule escalates unless it is acknowledged in time: each event of a rule once.
create table notification_escalations (
  id uuid primary key default gen_random_uuid(),
  rule_id uuid not null references notification_rules,
  event_id uuid not null references events on delete cascade,
  account_id uuid not null references accounts,
  due_at timestamptz not null,
  -- When it was decided, whether somebody was notified or not.
  done_at timestamptz,
  unique (rule_id, event_id)
);
create index notification_escalations_due on notification_escalations (due_at) where done_at is null;
create index notification_escalations_event on notification_escalations (event_id);

alter table event_changes
  drop constraint event_changes_what_check,
  add constraint event_changes_what_check check (what in ('begin','rise','end')),
  -- The level of the event then.
  add column level smallint;
create or replace function event_changed() returns trigger language plpgsql as $$
begin
  if exists (select from notification_rules where tenant_id = new.tenant_id and enabled and deleted_at is null) then
    insert into event_changes (event_id, what, level) values (new.id, tg_argv[0], new.level);
  end if;
  return null;
end $$;
drop trigger event_begun on events;
drop trigger event_ended on events;
create trigger event_begun after insert on events for each row when (new.state = 1) execute function event_changed('begin');
create trigger event_risen after update of level on events for each row
  when (old.state = 1 and new.state = 1 and new.level > old.level) execute function event_changed('rise');
create trigger event_ended after update of state on events for each row when (old.state = 1 and new.state = 2)
  execute function event_changed('end');

alter table notification_items
  drop constraint notification_items_what_check,
  add constraint notification_items_what_check check (what in ('begin','rise','end','reminder','escalation')),
  -- Of a rise, the level that the event rose to; 0 of all else. Each rise is told once.
  add column level smallint not null default 0,
  drop constraint notification_items_channel_id_event_id_what_key,
  add constraint notification_items_once unique (channel_id, event_id, what, level);
