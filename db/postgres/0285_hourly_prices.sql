-- Prices of the hours of a site whose tariff is dynamic, and where they are fetched from (docs/decisions/0062).
create table site_prices (
  site_id uuid not null references sites,
  hour timestamptz not null,
  price numeric(12, 6) not null,
  primary key (site_id, hour)
);

create table site_price_feeds (
  site_id uuid primary key references sites,
  url text not null,
  next_at timestamptz not null,
  tried_at timestamptz,
  ok_at timestamptz,
  error jsonb
);
create index site_price_feeds_due on site_price_feeds (next_at);
