-- The stock ledger (docs/decisions/0030): items, the places they are in, and the moves between them. Moves are the truth;
-- what items, balances and totals say follows from them and is written in the same transaction.

create table places (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants,
  kind text not null check (kind in ('location', 'inside', 'vehicle', 'production', 'transit', 'outside', 'difference', 'opening', 'recycled')),
  -- Which one of its kind: `<store>/<location>`, a battery, a vehicle, a party; empty where a tenant has only one.
  key text not null default '',
  store_id uuid references stores,
  -- Of a location in its store; empty: received but not put away yet.
  code text,
  unique (tenant_id, kind, key),
  check ((kind = 'location') = (store_id is not null and code is not null))
);
create index places_by_store on places (store_id) where store_id is not null;

-- Every store has the place of what is not put away, and one for each of its locations. Locations that are taken out of
-- the list keep their place: moves refer to it.
create function places_of_store() returns trigger language plpgsql as $$
begin
  insert into places (tenant_id, kind, key, store_id, code)
    select new.tenant_id, 'location', new.id || '/' || codes.code, new.id, codes.code
      from (select '' as code union select line ->> 'code' from jsonb_array_elements(new.locations) line) codes
      where codes.code is not null
    on conflict do nothing;
  return null;
end $$;
create trigger places_of_store after insert or update of locations on stores
  for each row execute function places_of_store();
insert into places (tenant_id, kind, key, store_id, code)
  select s.tenant_id, 'location', s.id || '/' || codes.code, s.id, codes.code
    from stores s,
      lateral (select '' as code union select line ->> 'code' from jsonb_array_elements(s.locations) line) codes
    where codes.code is not null;

-- What moves: a coded battery (the id is the battery's) or a lot of goods by mass.
create table items (
  id uuid primary key,
  tenant_id uuid not null references tenants,
  kind text not null check (kind in ('coded', 'lot')),
  -- Where the last move left a coded item.
  move_n int not null default 0,
  place_id uuid references places,
  condition text,
  moved_on date,
  booked_kg numeric(14, 3) check (booked_kg >= 0),
  check (kind = 'lot' or (move_n = 0) = (place_id is null))
);
create index items_by_place on items (place_id) where place_id is not null;

create table lots (
  id uuid primary key references items,
  tenant_id uuid not null references tenants,
  lot_no text not null,
  material text not null,
  chemistry text,
  basis text not null check (basis in ('wet', 'dry')),
  unique (tenant_id, lot_no)
);

-- Documents of every kind: header fields are columns, and each kind has a view of its own (0101 and following).
create table documents (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants,
  create_time timestamptz not null default now(),
  create_user uuid references accounts,
  update_time timestamptz not null default now(),
  deleted_at timestamptz,
  version int not null default 1,
  kind text not null,
  -- The way it is used within its kind, as `purchase` of a receipt.
  preset text,
  no text,
  -- The business day, in the zone of the tenant.
  day date not null,
  status text not null default 'draft'
    check (status in ('draft', 'submitted', 'approved', 'posted', 'returned', 'cancelled', 'voided')),
  -- The document that this one reverses.
  reverses_id uuid unique references documents,
  pieces int not null default 0,
  kg numeric(16, 3) not null default 0,
  submitted_by uuid references accounts,
  approved_by uuid references accounts,
  posted_by uuid references accounts,
  posted_at timestamptz,
  remark text,
  unique (tenant_id, no)
);
create index documents_by_kind on documents (tenant_id, kind, create_time desc, id) where deleted_at is null;
create index documents_open on documents (tenant_id, status, update_time)
  where deleted_at is null and status in ('draft', 'submitted', 'approved', 'returned');

create table document_lines (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants,
  document_id uuid not null references documents,
  -- Given by whoever added the line: two scanners work on one draft, and a repeated request adds nothing.
  client_key text not null,
  place_in_list int not null,
  -- As scanned or typed; the item is known at posting, where an unknown code becomes a battery.
  code text,
  item_id uuid references items,
  material text,
  chemistry text,
  basis text check (basis in ('wet', 'dry')),
  lot_no text,
  pieces int check (pieces > 0),
  kg numeric(14, 3) check (kg >= 0),
  unit_price numeric(12, 4) check (unit_price >= 0),
  -- Where it is to lie.
  location text,
  condition text,
  remark text,
  unique (document_id, client_key)
);
create unique index document_lines_code on document_lines (document_id, code) where code is not null;
create index document_lines_by_item on document_lines (item_id) where item_id is not null;
create index document_lines_in_order on document_lines (document_id, place_in_list, id);

create table moves (
  seq bigint generated always as identity primary key,
  tenant_id uuid not null references tenants,
  item_id uuid not null references items,
  -- The item's nth move and the one before; lots are counted by mass, their moves have no order of their own.
  n int,
  prev_n int generated always as (nullif(n - 1, 0)) stored,
  from_place uuid not null references places,
  to_place uuid not null references places,
  from_condition text,
  to_condition text not null,
  pieces int,
  kg numeric(14, 3) not null check (kg >= 0),
  day date not null,
  posted_at timestamptz not null,
  document_id uuid not null references documents,
  line_id uuid not null references document_lines,
  actor uuid references accounts,
  unique (item_id, n, to_place, to_condition),
  -- The reference below is not checked where a part of it is null.
  check (n is null or n = 1 or from_condition is not null),
  -- A move begins where the last one ended, in the condition it left: the database itself refuses a wrong origin.
  foreign key (item_id, prev_n, from_place, from_condition) references moves (item_id, n, to_place, to_condition)
);
create unique index moves_nth on moves (item_id, n) where n is not null;
create index moves_by_document on moves (document_id);
create index moves_by_day on moves (tenant_id, day);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed or deleted', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger append_only before update or delete on moves for each statement execute function refuse_change();

create table lot_balances (
  place_id uuid not null references places,
  condition text not null,
  lot_id uuid not null references lots,
  pieces int not null default 0,
  kg numeric(16, 3) not null check (kg >= 0),
  primary key (place_id, lot_id, condition)
);

-- What lies at a place itself; what is inside a battery counts with it.
create table place_totals (
  place_id uuid primary key references places,
  pieces int not null default 0 check (pieces >= 0),
  kg numeric(16, 3) not null default 0 check (kg >= 0)
);

-- Months that are closed; open ones have no row or no moment.
create table periods (
  tenant_id uuid not null references tenants,
  month date not null check (extract(day from month) = 1),
  closed_at timestamptz,
  closed_by uuid references accounts,
  primary key (tenant_id, month)
);

-- The last number of a kind on a day.
create table document_numbers (
  tenant_id uuid not null references tenants,
  prefix text not null,
  day date not null,
  last int not null,
  primary key (tenant_id, prefix, day)
);

-- What must be reported (decisions B17): written by postings, once for each type and line.
create table reports (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants,
  create_time timestamptz not null default now(),
  type smallint not null check (type between 1 and 10),
  line_id uuid not null references document_lines,
  version int not null default 1,
  state smallint not null default 1 check (state between 1 and 4),
  -- When the clock started; null: not yet.
  clock_day date,
  -- The counter-document that made it void.
  voided_by uuid references documents,
  unique (type, line_id, version)
);
create index reports_open on reports (tenant_id, state, clock_day) where voided_by is null;
