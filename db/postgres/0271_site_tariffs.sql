-- What a site pays for energy, from a day on (docs/decisions/0057). Prices are exact decimals as text.
create table site_tariffs (
  site_id uuid not null references sites,
  from_day date not null,
  content jsonb not null,
  created_by uuid references accounts,
  updated_at timestamptz not null default now(),
  primary key (site_id, from_day)
);
