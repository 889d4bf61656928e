-- Monthly reports that a person gets by e-mail: of one site, or of all sites of the account.
create table report_schedules (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts,
  -- Null: all sites.
  site_id uuid references sites on delete cascade,
  language text not null check (language in ('en','zh')),
  -- First day of the first month that no e-mail is planned for yet.
  next_month date not null,
  created_at timestamptz not null,
  deleted_at timestamptz
);
create unique index report_schedules_once on report_schedules
  (account_id, coalesce(site_id, '00000000-0000-0000-0000-000000000000'::uuid)) where deleted_at is null;
create index report_schedules_next on report_schedules (next_month) where deleted_at is null;

create table report_emails (
  -- The same for all tries, so that receivers can drop a second one.
  id uuid primary key default gen_random_uuid(),
  schedule_id uuid not null references report_schedules on delete cascade,
  month date not null,
  state text not null default 'waiting' check (state in ('waiting','sent','dead','dropped')),
  tries int not null default 0,
  next_at timestamptz not null,
  lease_id uuid,
  leased_until timestamptz,
  error text,
  created_at timestamptz not null,
  done_at timestamptz,
  unique (schedule_id, month)
);
create index report_emails_due on report_emails (next_at) where state = 'waiting';
