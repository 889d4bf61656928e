-- The first document kinds (packages/resources/receipt, movement, issue): their header fields, and a view of each kind
-- through which the engine reads and writes its rows.
alter table documents
  add column store_id uuid references stores,
  add column to_store_id uuid references stores,
  add column enterprise_id uuid references enterprises,
  add column customer_id uuid references customers,
  add column order_id uuid references orders,
  add column driver_id uuid references driver_rows,
  add column contract_no text,
  add column plate text,
  add column weigh_ticket_no text,
  add column waybill_no text,
  add column gross_kg numeric(14, 3),
  add column tare_kg numeric(14, 3);
create index documents_by_store on documents (store_id) where deleted_at is null;
create index documents_by_enterprise on documents (enterprise_id) where deleted_at is null and enterprise_id is not null;
create index documents_by_customer on documents (customer_id) where deleted_at is null and customer_id is not null;
create index documents_by_order on documents (order_id) where deleted_at is null and order_id is not null;

-- What the search box looks in, the same expressions as in its questions.
create index documents_search_receipts on documents using gin
  ((lower(coalesce(no, '') || E'\n' || coalesce(weigh_ticket_no, '') || E'\n' || coalesce(plate, '') || E'\n' || coalesce(remark, ''))) gin_trgm_ops)
  where kind = 'receipt';
create index documents_search_movements on documents using gin
  ((lower(coalesce(no, '') || E'\n' || coalesce(remark, ''))) gin_trgm_ops) where kind = 'movement';
create index documents_search_issues on documents using gin
  ((lower(coalesce(no, '') || E'\n' || coalesce(waybill_no, '') || E'\n' || coalesce(plate, '') || E'\n' || coalesce(remark, ''))) gin_trgm_ops)
  where kind = 'issue';

create view receipts as select * from documents where kind = 'receipt' with check option;
alter view receipts alter column kind set default 'receipt';
create view movements as select * from documents where kind = 'movement' with check option;
alter view movements alter column kind set default 'movement';
create view issues as select * from documents where kind = 'issue' with check option;
alter view issues alter column kind set default 'issue';
