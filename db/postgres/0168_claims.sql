-- Goods that a submitted document has claimed until it is posted, or leaves its way, or the claim ends
-- (packages/resource-kit/document.ts: `claims`).
create table claims (
  document_id uuid not null references documents,
  item_id uuid not null references items,
  tenant_id uuid not null references tenants,
  coded boolean not null,
  -- Of a lot: how much, and in which store.
  kg numeric(16, 3) check (kg > 0),
  -- Of a lot: in which conditions; null: in any.
  conditions text[],
  store_id uuid references stores,
  claimed_by uuid references accounts,
  claimed_at timestamptz not null,
  ends_at timestamptz not null,
  primary key (document_id, item_id),
  check (coded = (kg is null))
);
-- A battery is claimed once.
create unique index claims_of_batteries on claims (item_id) where coded;
create index claims_by_item on claims (item_id);
