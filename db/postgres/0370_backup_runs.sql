-- Backups made by the command, so that their age and failures can be watched. `place` is without credentials.
create table backup_runs (
  id uuid primary key default gen_random_uuid(),
  begun_at timestamptz not null,
  -- Null while it runs, or when its process ended without a word.
  ended_at timestamptz,
  place text not null,
  -- Null after success.
  error text
);
create index backup_runs_newest on backup_runs (begun_at desc);
