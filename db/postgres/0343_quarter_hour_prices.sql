-- Prices of quarter-hours beside those of hours (docs/decisions/0062): how long a price lasts from `hour` on.
alter table site_prices add column minutes smallint not null default 60 check (minutes in (15, 60));
