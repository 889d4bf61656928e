-- What posted sales have delivered, by document, order line and price, and what of it came back: invoices refer to it
-- (docs/decisions/0032). A projection of the moves, like the quantities of order lines.
create table deliveries (
  id uuid primary key,
  tenant_id uuid not null references tenants,
  document_id uuid not null references documents,
  customer_id uuid not null references customers,
  order_id uuid references orders,
  -- Of the line of the order.
  order_place int,
  day date not null,
  product_type smallint,
  category_id uuid references device_categories,
  cascade_type smallint,
  -- Of goods by mass.
  material text,
  unit text not null check (unit in ('piece', 'kg', 'kwh')),
  unit_price numeric(12, 4) check (unit_price >= 0),
  quantity numeric(14, 3) not null check (quantity > 0),
  returned numeric(14, 3) not null default 0 check (returned between 0 and quantity),
  voided boolean not null default false,
  check ((order_id is null) = (order_place is null))
);
create index deliveries_by_customer on deliveries (tenant_id, customer_id, day) where not voided;
create index deliveries_by_order on deliveries (order_id, order_place) where order_id is not null;
create index deliveries_by_document on deliveries (document_id);

-- Which delivery a line is part of or brings back, and how much of it in the unit of the delivery.
alter table document_lines
  add column delivery_id uuid references deliveries,
  add column delivered numeric(14, 3);
create index document_lines_by_delivery on document_lines (delivery_id) where delivery_id is not null;
