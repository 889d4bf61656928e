-- Lines of orders that are priced by metal content (docs/decisions/0050): shipped at a provisional price, and settled by
-- the mass and the assay that both sides agree on.
alter table order_lines
  drop column amount,
  alter column product_type drop not null,
  add column material text,
  -- Percentages that are expected, prices of points, and the coefficient.
  add column metals jsonb,
  drop constraint order_lines_unit_check,
  add constraint order_lines_unit_check check (unit in ('piece', 'kg', 'kwh', 'metal')),
  add constraint order_lines_goods check (product_type is not null or material is not null);
alter table order_lines alter column unit_price type numeric(20, 10);
alter table order_lines
  add column amount numeric(20, 2) generated always as (round(quantity * unit_price, 2)) stored;

create or replace function keep_order_lines(ids uuid[]) returns void language sql as $$
  delete from order_lines l using orders o
    where o.id = any(ids) and l.order_id = o.id and l.place > jsonb_array_length(o.lines);
  insert into order_lines as l (order_id, place, tenant_id, product_type, material, category_id, cascade_type, unit,
      quantity, unit_price, metals, shipped)
    select o.id, g.place, o.tenant_id, (g.line ->> 'productType')::smallint, g.line ->> 'material',
        (g.line ->> 'categoryId')::uuid, (g.line ->> 'cascadeType')::smallint, g.line ->> 'unit',
        (g.line ->> 'quantity')::numeric,
        case when g.line ->> 'unit' = 'metal'
          then round((g.line ->> 'amount')::numeric / (g.line ->> 'quantity')::numeric, 10)
          else (g.line ->> 'unitPrice')::numeric end,
        case when g.line ->> 'unit' = 'metal' then jsonb_strip_nulls(jsonb_build_object(
          'liPct', g.line -> 'liPct', 'liPrice', g.line -> 'liPrice', 'niPct', g.line -> 'niPct',
          'niPrice', g.line -> 'niPrice', 'coPct', g.line -> 'coPct', 'coPrice', g.line -> 'coPrice',
          'coefficientPct', g.line -> 'coefficientPct')) end,
        case when g.place = 1 then o.shipped_quantity else 0 end
      from orders o, jsonb_array_elements(o.lines) with ordinality g (line, place)
      where o.id = any(ids)
    on conflict (order_id, place) do update set product_type = excluded.product_type, material = excluded.material,
      category_id = excluded.category_id, cascade_type = excluded.cascade_type, unit = excluded.unit,
      quantity = excluded.quantity, unit_price = excluded.unit_price, metals = excluded.metals;
  update orders o set state = t.state from order_totals t
    where o.id = any(ids) and t.id = o.id and o.state <> t.state;
$$;

alter table orders alter column product_type drop not null;

alter table deliveries
  -- What it was priced by when it was shipped: the terms of the order with the latest assay of the lot.
  add column metals jsonb,
  drop constraint deliveries_unit_check,
  add constraint deliveries_unit_check check (unit in ('piece', 'kg', 'kwh', 'metal'));
alter table deliveries alter column unit_price type numeric(20, 10);

-- What a delivery by metal content was settled for.
create table delivery_settlements (
  delivery_id uuid primary key references deliveries,
  tenant_id uuid not null references tenants,
  -- The mass that is paid for.
  kg numeric(16, 3) not null check (kg > 0),
  -- As weighed, with deductions, percentages and prices.
  terms jsonb not null,
  amount numeric(20, 2) not null check (amount >= 0),
  assay_no text,
  settled_on date not null,
  settled_by uuid references accounts,
  settled_at timestamptz not null
);

-- Deliveries as they are paid for: how much of them was kept, at which price, and whether that is provisional.
create view paid_deliveries as
  select d.*, s.amount as settled_amount, d.unit = 'metal' and s.delivery_id is null as provisional,
      case when s.delivery_id is null then d.quantity - d.returned else greatest(s.kg - d.returned, 0) end as kept,
      coalesce(round(s.amount / s.kg, 10), d.unit_price) as price
    from deliveries d left join delivery_settlements s on s.delivery_id = d.id;
