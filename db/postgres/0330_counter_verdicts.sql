-- What people have decided about readings of a counter (docs/decisions/0103). Restoring deletes the row; the audit trail
-- has both.
create table counter_verdicts (
  id uuid primary key default gen_random_uuid(),
  -- The latest verdict about a reading counts.
  seq bigint generated always as identity,
  thing_id uuid not null references things,
  point int not null,
  from_time timestamptz not null,
  to_time timestamptz not null,
  verdict text not null check (verdict in ('exclude', 'confirm')),
  reason text not null,
  created_by uuid not null references accounts,
  created_at timestamptz not null,
  check (from_time < to_time)
);
create index counter_verdicts_thing on counter_verdicts (thing_id, point, from_time);
