-- Orders have lines (docs/decisions/0032). What was ordered stands in `orders.lines`, which nobody changes once goods are
-- shipped; what is shipped and returned of each line is a projection of the ledger and stands in `order_lines`.
alter table orders
  add column lines jsonb not null default '[]',
  -- How far shipments may fall short of a quantity by mass or energy, or exceed it.
  add column tolerance_pct numeric(4, 2) not null default 1 check (tolerance_pct between 0 and 10);
alter table orders drop column amount, drop column state;
alter table orders add column amount numeric(20, 2), add column state text not null default '1' check (state in ('1', '2', '3'));
alter table orders drop constraint orders_check, add check (shipped_quantity >= 0);
alter table orders drop constraint orders_status_check, add check (status between 1 and 3);
create index orders_lines on orders using gin (lines jsonb_path_ops);

create table order_lines (
  order_id uuid not null references orders,
  -- Its place among the lines of the order, from 1.
  place int not null,
  tenant_id uuid not null references tenants,
  product_type smallint not null check (product_type between 1 and 3),
  category_id uuid references device_categories,
  cascade_type smallint check (cascade_type between 1 and 3),
  unit text not null check (unit in ('piece', 'kg', 'kwh')),
  quantity numeric(14, 3) not null check (quantity > 0),
  unit_price numeric(12, 4) check (unit_price >= 0),
  amount numeric(20, 2) generated always as (round(quantity * unit_price, 2)) stored,
  shipped numeric(14, 3) not null default 0 check (shipped >= 0),
  returned numeric(14, 3) not null default 0 check (returned between 0 and shipped),
  primary key (order_id, place),
  check (unit <> 'piece' or shipped <= quantity)
);

-- What an order says of its lines: shipped in the unit of the first one, and the outbound state.
create view order_totals as
  select o.id,
      floor(sum(l.shipped) filter (where l.unit = f.unit))::int as shipped,
      case
        when bool_and(l.shipped >= l.quantity * case l.unit when 'piece' then 1 else 1 - o.tolerance_pct / 100 end) then '3'
        when bool_or(l.shipped > 0) then '2'
        else '1'
      end as state
    from orders o join order_lines f on f.order_id = o.id and f.place = 1 join order_lines l on l.order_id = o.id
    group by o.id;

-- Brings `order_lines` in step with what was ordered; rows that are made bring what was shipped before them.
create function keep_order_lines(ids uuid[]) returns void language sql as $$
  delete from order_lines l using orders o
    where o.id = any(ids) and l.order_id = o.id and l.place > jsonb_array_length(o.lines);
  insert into order_lines as l (order_id, place, tenant_id, product_type, category_id, cascade_type, unit, quantity,
      unit_price, shipped)
    select o.id, g.place, o.tenant_id, (g.line ->> 'productType')::smallint, (g.line ->> 'categoryId')::uuid,
        (g.line ->> 'cascadeType')::smallint, g.line ->> 'unit', (g.line ->> 'quantity')::numeric,
        (g.line ->> 'unitPrice')::numeric, case when g.place = 1 then o.shipped_quantity else 0 end
      from orders o, jsonb_array_elements(o.lines) with ordinality g (line, place)
      where o.id = any(ids)
    on conflict (order_id, place) do update set product_type = excluded.product_type,
      category_id = excluded.category_id, cascade_type = excluded.cascade_type, unit = excluded.unit,
      quantity = excluded.quantity, unit_price = excluded.unit_price;
  update orders o set state = t.state from order_totals t
    where o.id = any(ids) and t.id = o.id and o.state <> t.state;
$$;

update orders set amount = round(quantity * unit_price, 2), lines = jsonb_build_array(jsonb_strip_nulls(
  jsonb_build_object('productType', product_type, 'categoryId', category_id, 'cascadeType', cascade_type, 'unit', 'piece',
    'quantity', quantity::text, 'unitPrice', trim_scale(unit_price)::text,
    'amount', trim_scale(round(quantity * unit_price, 2))::text)));
select keep_order_lines(array(select id from orders));
