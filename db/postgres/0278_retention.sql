-- Old data is removed by one node at a time, each kind once a day (docs/decisions/0078).
create table retention_runs (
  kind text primary key,
  -- Held by the node that removes this kind now.
  lease_id uuid,
  leased_until timestamptz,
  next_at timestamptz not null,
  -- When it was last done, and how many rows have been removed since ever.
  last_at timestamptz,
  removed bigint not null default 0
);
-- Commands that have ended, by their age.
create index commands_ended on commands (created_at) where state in ('answered', 'failed', 'expired');
-- An event takes what was told of it with it.
create index notification_items_event on notification_items (event_id);
