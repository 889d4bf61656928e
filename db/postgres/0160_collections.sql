-- Used batteries bought from people and enterprises (packages/resources/collection, docs/decisions/0036).
create table collections (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants,
  create_time timestamptz not null default now(),
  create_user uuid references accounts,
  update_time timestamptz not null default now(),
  deleted_at timestamptz,
  version int not null default 1,
  no text not null,
  customer_type smallint not null check (customer_type in (0, 1)),
  client_id uuid references customers,
  enterprise_id uuid references enterprises,
  site_id uuid not null references recycle_sites,
  contact text,
  phone text,
  pickup_address text,
  pickup_date date,
  valid_until date not null,
  lines jsonb not null default '[]',
  amount numeric(20, 2),
  accepted_on date,
  accepted_by text,
  received_on date,
  plate text,
  weigh_ticket_no text,
  inspected_on date,
  inspection jsonb not null default '[]',
  settled_kg numeric(16, 3),
  settled_on date,
  assay_no text,
  assay_files jsonb not null default '[]',
  settlement jsonb not null default '[]',
  settled_amount numeric(20, 2),
  files jsonb not null default '[]',
  remark text,
  status text not null default 'draft' check (status in
    ('draft', 'quoted', 'accepted', 'received', 'inspected', 'settled', 'declined', 'cancelled')),
  check ((customer_type = 0) = (client_id is not null) and (customer_type = 1) = (enterprise_id is not null))
);
-- Also over deleted collections: a number is given once.
create unique index collections_no on collections (tenant_id, no);
create index collections_by_time on collections (tenant_id, create_time desc, id) where deleted_at is null;
create index collections_by_client on collections (client_id) where deleted_at is null and client_id is not null;
create index collections_by_enterprise on collections (enterprise_id) where deleted_at is null and enterprise_id is not null;
create index collections_by_site on collections (site_id) where deleted_at is null;
create index collections_search on collections using gin ((lower(no || E'\n' || coalesce(weigh_ticket_no, '') || E'\n' ||
  coalesce(plate, '') || E'\n' || coalesce(assay_no, '') || E'\n' || coalesce(remark, ''))) gin_trgm_ops);

-- A collection has a number from its first draft on: one is named on the telephone before it is quoted.
create function number_collection() returns trigger language plpgsql as $$
declare
  today date := (new.create_time at time zone 'Asia/Shanghai')::date;
  place int;
begin
  insert into document_numbers as n (tenant_id, prefix, day, last) values (new.tenant_id, 'HS', today, 1)
    on conflict (tenant_id, prefix, day) do update set last = n.last + 1
    returning last into place;
  new.no := 'HS' || to_char(today, 'YYYYMMDD') || '-' || lpad(place::text, greatest(4, length(place::text)), '0');
  return new;
end $$;
create trigger number_collection before insert on collections for each row when (new.no is null)
  execute function number_collection();

-- What was settled is never changed.
create function keep_settled() returns trigger language plpgsql as $$
begin
  raise exception 'a settled collection is never changed' using errcode = 'restrict_violation';
end $$;
create trigger keep_settled before update on collections for each row when (old.status = 'settled')
  execute function keep_settled();
create trigger keep_settled_row before delete on collections for each row when (old.status = 'settled')
  execute function keep_settled();

-- Goods of a collection come in with receipts, and are paid for with invoices.
alter table documents add column collection_id uuid references collections;
create index documents_by_collection on documents (collection_id) where deleted_at is null and collection_id is not null;
create or replace view receipts as select * from documents where kind = 'receipt' with check option;

alter table invoices add column collection_id uuid references collections;
create index invoices_by_collection on invoices (collection_id) where deleted_at is null and collection_id is not null;
create trigger keep_issued_collection before update on invoices for each row
  when (old.status in ('issued', 'credited') and old.collection_id is distinct from new.collection_id)
  execute function keep_issued();
-- What invoices take of the settled amount: drafts hold theirs, a credit invoice gives back once it is issued.
create view collection_claims as
  select collection_id, id as invoice_id, no, total from invoices
    where collection_id is not null and deleted_at is null and status <> 'cancelled'
      and (original_id is null or status = 'issued');
