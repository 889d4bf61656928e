-- What a pack or module is made of (packages/resources/bom).
create table boms (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants,
  create_time timestamptz not null default now(),
  create_user uuid references accounts,
  update_time timestamptz not null default now(),
  deleted_at timestamptz,
  version int not null default 1,
  name text not null,
  parent_id uuid not null references device_categories,
  revision text not null,
  lines jsonb not null default '[]',
  remark text,
  status smallint not null default 1 check (status between 1 and 3)
);
create unique index boms_revision on boms (tenant_id, parent_id, revision) where deleted_at is null;
create index boms_by_time on boms (tenant_id, create_time desc, id) where deleted_at is null;
create index boms_lines on boms using gin (lines jsonb_path_ops);
create index boms_search on boms
  using gin ((lower(name || E'\n' || coalesce(revision, ''))) gin_trgm_ops);

-- How many orders a tenant has numbered on a day.
create table order_numbers (
  tenant_id uuid not null references tenants,
  day date not null,
  last int not null,
  primary key (tenant_id, day)
);

-- Orders (decisions B16). What follows from other columns is kept by the database itself, so that nothing that ships
-- or imports can leave it wrong.
create table orders (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants,
  create_time timestamptz not null default now(),
  create_user uuid references accounts,
  update_time timestamptz not null default now(),
  deleted_at timestamptz,
  version int not null default 1,
  order_no text not null,
  client_id uuid not null references customers,
  customer_type smallint not null check (customer_type in (0, 1)),
  product_type smallint not null check (product_type between 1 and 3),
  category_id uuid references device_categories,
  cascade_type smallint check (cascade_type between 1 and 3),
  quantity int not null check (quantity > 0),
  shipped_quantity int not null default 0 check (shipped_quantity between 0 and quantity),
  unit_price numeric(12, 4) check (unit_price >= 0),
  amount numeric(20, 4) generated always as (quantity * unit_price) stored,
  invoice_type smallint,
  delivery_date date,
  address text,
  remark text,
  state text generated always as (
    case when shipped_quantity = 0 then '1' when shipped_quantity < quantity then '2' else '3' end) stored,
  status smallint not null default 1 check (status in (1, 2))
);
-- Also over deleted orders: a number is given once.
create unique index orders_no on orders (tenant_id, order_no);
create index orders_by_time on orders (tenant_id, create_time desc, id) where deleted_at is null;
create index orders_by_client on orders (client_id, create_time desc) where deleted_at is null;
create index orders_by_category on orders (category_id) where deleted_at is null;
create index orders_search on orders
  using gin ((lower(order_no || E'\n' || coalesce(address, '') || E'\n' || coalesce(remark, ''))) gin_trgm_ops);

-- An order gets its number when it is made: the day in China and a count of the day. Whoever is first holds the row of
-- the count until the end of its transaction, so that two orders made at once differ. The type of the customer is the
-- customer's own where nobody has given it.
create function complete_order() returns trigger language plpgsql as $$
declare
  today date := (new.create_time at time zone 'Asia/Shanghai')::date;
  place int;
begin
  if new.order_no is null then
    insert into order_numbers as n (tenant_id, day, last) values (new.tenant_id, today, 1)
      on conflict (tenant_id, day) do update set last = n.last + 1
      returning last into place;
    new.order_no := to_char(today, 'YYYYMMDD') || lpad(place::text, greatest(4, length(place::text)), '0');
  end if;
  if new.customer_type is null then
    select customer_type into new.customer_type from customers where id = new.client_id;
  end if;
  return new;
end $$;
create trigger complete_order before insert or update of customer_type on orders
  for each row execute function complete_order();
