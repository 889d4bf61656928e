-- EU battery passports (docs/decisions/0048).
alter table customers add column country text;
create index customers_by_country on customers (tenant_id, country) where deleted_at is null and country is not null;

-- What batteries of one product category have in common.
create table passport_models (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants,
  create_time timestamptz not null default now(),
  create_user uuid references accounts,
  update_time timestamptz not null default now(),
  deleted_at timestamptz,
  version int not null default 1,
  name text not null,
  category_id uuid not null references device_categories,
  eu_category text not null check (eu_category in ('ev', 'lmt', 'industrial', 'stationary')),
  gtin text,
  operator_id uuid references enterprises,
  remark text
);
create unique index passport_models_category on passport_models (tenant_id, category_id) where deleted_at is null;
create index passport_models_by_time on passport_models (tenant_id, create_time desc, id) where deleted_at is null;
create index passport_models_by_operator on passport_models (operator_id) where deleted_at is null and operator_id is not null;
create index passport_models_search on passport_models
  using gin ((lower(name || E'\n' || coalesce(gtin, ''))) gin_trgm_ops);

create table passports (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants,
  create_time timestamptz not null default now(),
  create_user uuid references accounts,
  update_time timestamptz not null default now(),
  deleted_at timestamptz,
  version int not null default 1,
  battery_id uuid not null references batteries,
  battery_code text not null,
  model_id uuid not null references passport_models,
  made_as text not null check (made_as in ('original', 'reused', 'repurposed', 'remanufactured')),
  placed_on date not null,
  device_id uuid references things,
  previous_url text,
  -- Random (74 bits) and of no tenant's own: the address of a passport is the key to it.
  serial text not null check (serial ~ '^[0-9A-F]{20}$'),
  gtin text,
  remark text,
  status text not null
    check (status in ('original', 'reused', 'repurposed', 'remanufactured', 'waste', 'ceased', 'withdrawn'))
);
create unique index passports_serial on passports (serial);
create unique index passports_battery on passports (tenant_id, battery_id) where deleted_at is null and status <> 'withdrawn';
create index passports_by_battery on passports (battery_id);
create index passports_by_time on passports (tenant_id, create_time desc, id) where deleted_at is null;
create index passports_by_model on passports (model_id) where deleted_at is null;
create index passports_by_device on passports (device_id) where deleted_at is null and device_id is not null;
create index passports_search on passports
  using gin ((lower(battery_code || E'\n' || coalesce(serial, ''))) gin_trgm_ops);

-- A printed code leads to it for good.
create function keep_passport_address() returns trigger language plpgsql as $$
begin
  raise exception 'the address of a passport is never changed' using errcode = 'restrict_violation';
end $$;
create trigger keep_passport_address before update on passports for each row
  when (old.serial <> new.serial or (old.gtin is not null and old.gtin is distinct from new.gtin))
  execute function keep_passport_address();

-- Entered values: the newest of a model or a passport counts, older ones are its history; null takes a value away.
create table passport_values (
  n bigint generated always as identity primary key,
  tenant_id uuid not null references tenants,
  model_id uuid references passport_models,
  passport_id uuid references passports,
  code text not null,
  value text,
  source text,
  day date not null,
  vocabulary text not null,
  at timestamptz not null,
  account_id uuid references accounts,
  check ((model_id is null) <> (passport_id is null))
);
create index passport_values_of_model on passport_values (model_id, code, n desc) where model_id is not null;
create index passport_values_of_passport on passport_values (passport_id, code, n desc) where passport_id is not null;

-- What a passport has been, and since when.
create table passport_events (
  n bigint generated always as identity primary key,
  passport_id uuid not null references passports,
  status text not null,
  day date not null,
  at timestamptz not null
);
create index passport_events_of_passport on passport_events (passport_id, n);

-- The status of a passport follows from the state of its battery; what is handed over stays what it was.
create function passport_status(made_as text, state text, status text) returns text language sql immutable as $$
  select case state when 'recycled' then 'ceased' when 'scrapped' then 'waste'
    when 'handed_over' then case status when 'ceased' then made_as else status end else made_as end
$$;

-- What a passport gets when it is issued: its address, and what its battery says.
create function issue_passport() returns trigger language plpgsql as $$
begin
  new.serial := upper(left(replace(gen_random_uuid()::text, '-', ''), 20));
  select b.battery_code, case new.status when 'original' then passport_status(new.made_as, b.state, new.made_as) else new.status end
    into strict new.battery_code, new.status from batteries b where b.id = new.battery_id;
  select m.gtin into strict new.gtin from passport_models m where m.id = new.model_id;
  return new;
end $$;
create trigger issue_passport before insert on passports for each row when (new.serial is null)
  execute function issue_passport();

-- Documents move batteries by many ways, and voids bring them back: the passport follows in the same transaction.
create function follow_batteries() returns trigger language plpgsql as $$
begin
  with changed as (
    update passports p set status = passport_status(p.made_as, c.state, p.status), battery_code = c.battery_code,
        update_time = c.update_time, version = p.version + 1
      from came c join gone g on g.id = c.id
      where (c.state, c.battery_code) is distinct from (g.state, g.battery_code) and p.battery_id = c.id
        and p.deleted_at is null and p.status <> 'withdrawn'
        and (p.status, p.battery_code) is distinct from (passport_status(p.made_as, c.state, p.status), c.battery_code)
      returning p.id, p.status, coalesce(c.moved_on, c.update_time::date) as day, c.update_time as at
  )
  insert into passport_events (passport_id, status, day, at)
    select id, status, day, at from changed c
      where status is distinct from (select e.status from passport_events e where e.passport_id = c.id order by n desc limit 1);
  return null;
end $$;
create trigger passports_follow after update on batteries referencing old table as gone new table as came
  for each statement execute function follow_batteries();
