-- Invoices that we issue and receive, and those that we issue for people who sell to us (docs/decisions/0032).
create table invoices (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants,
  create_time timestamptz not null default now(),
  create_user uuid references accounts,
  update_time timestamptz not null default now(),
  deleted_at timestamptz,
  version int not null default 1,
  no text not null,
  direction text not null check (direction in ('out', 'in', 'reverse')),
  invoice_type smallint not null check (invoice_type in (1, 2)),
  client_id uuid references customers,
  enterprise_id uuid references enterprises,
  order_id uuid references orders,
  receipt_id uuid references documents,
  -- The invoice that this one credits.
  original_id uuid references invoices,
  -- Of the other party, as they were when the draft was last saved.
  party_name text,
  party_tax_no text,
  lines jsonb not null default '[]',
  net numeric(20, 2),
  tax numeric(20, 2),
  total numeric(20, 2),
  total_text text,
  -- What credit invoices that are issued have taken back of the total.
  credited numeric(20, 2) not null default 0,
  -- Of the tax authority.
  invoice_no text,
  issued_on date,
  files jsonb not null default '[]',
  remark text,
  status text not null default 'draft' check (status in ('draft', 'issued', 'credited', 'cancelled')),
  check (credited = 0 or (original_id is null and credited between 0 and total))
);
-- Also over deleted invoices: a number is given once.
create unique index invoices_own_no on invoices (tenant_id, no);
create unique index invoices_no on invoices (tenant_id, invoice_no) where deleted_at is null;
-- The amounts of a credit invoice are what the others leave: one is issued before the next is begun.
create unique index invoices_credit on invoices (original_id) where deleted_at is null and status = 'draft';
create index invoices_by_time on invoices (tenant_id, create_time desc, id) where deleted_at is null;
create index invoices_by_client on invoices (client_id, issued_on) where deleted_at is null and client_id is not null;
create index invoices_by_enterprise on invoices (enterprise_id) where deleted_at is null and enterprise_id is not null;
create index invoices_by_order on invoices (order_id) where deleted_at is null and order_id is not null;
create index invoices_by_receipt on invoices (receipt_id) where deleted_at is null and receipt_id is not null;
create index invoices_by_original on invoices (original_id) where deleted_at is null and original_id is not null;
create index invoices_search on invoices using gin ((lower(no || E'\n' || coalesce(invoice_no, '') || E'\n' ||
  coalesce(party_name, '') || E'\n' || coalesce(remark, ''))) gin_trgm_ops);

-- An invoice has a number of ours from its first draft on.
create function number_invoice() returns trigger language plpgsql as $$
declare
  today date := (new.create_time at time zone 'Asia/Shanghai')::date;
  place int;
begin
  insert into document_numbers as n (tenant_id, prefix, day, last) values (new.tenant_id, 'FP', today, 1)
    on conflict (tenant_id, prefix, day) do update set last = n.last + 1
    returning last into place;
  new.no := 'FP' || to_char(today, 'YYYYMMDD') || '-' || lpad(place::text, greatest(4, length(place::text)), '0');
  return new;
end $$;
create trigger number_invoice before insert on invoices for each row when (new.no is null)
  execute function number_invoice();

-- What was issued is never changed; only how much of it was credited is noted.
create function keep_issued() returns trigger language plpgsql as $$
begin
  raise exception 'an issued invoice is never changed' using errcode = 'restrict_violation';
end $$;
create trigger keep_issued before update on invoices for each row
  when (old.status in ('issued', 'credited') and (new.deleted_at is not null or new.status not in ('issued', 'credited')
    or (old.direction, old.invoice_type, old.client_id, old.enterprise_id, old.original_id, old.party_name, old.party_tax_no,
        old.lines, old.net, old.tax, old.total, old.total_text, old.invoice_no, old.issued_on, old.files, old.remark)
      is distinct from (new.direction, new.invoice_type, new.client_id, new.enterprise_id, new.original_id, new.party_name,
        new.party_tax_no, new.lines, new.net, new.tax, new.total, new.total_text, new.invoice_no, new.issued_on, new.files,
        new.remark)))
  execute function keep_issued();

-- The lines of invoices as rows: what they take of deliveries, and what credit invoices take of lines.
create table invoice_lines (
  invoice_id uuid not null references invoices,
  place int not null,
  tenant_id uuid not null references tenants,
  delivery_id uuid references deliveries,
  -- Of the line of the original that it credits.
  original_place int,
  quantity numeric(14, 3) not null,
  net numeric(20, 2) not null,
  tax numeric(20, 2) not null,
  total numeric(20, 2) not null,
  primary key (invoice_id, place)
);
create index invoice_lines_by_delivery on invoice_lines (delivery_id) where delivery_id is not null;

create function keep_invoice_lines(ids uuid[]) returns void language sql as $$
  delete from invoice_lines where invoice_id = any(ids);
  insert into invoice_lines (invoice_id, place, tenant_id, delivery_id, original_place, quantity, net, tax, total)
    select i.id, g.place, i.tenant_id, (g.line ->> 'deliveryId')::uuid, (g.line ->> 'originalPlace')::int,
        (g.line ->> 'quantity')::numeric, (g.line ->> 'net')::numeric, (g.line ->> 'tax')::numeric,
        (g.line ->> 'total')::numeric
      from invoices i, jsonb_array_elements(i.lines) with ordinality g (line, place)
      where i.id = any(ids);
$$;

-- What invoices take of deliveries: drafts hold what they name, a credit invoice gives back once it is issued.
create view delivery_claims as
  select l.delivery_id, l.quantity, l.total, i.id as invoice_id, i.no
    from invoice_lines l join invoices i on i.id = l.invoice_id
    where l.delivery_id is not null and i.deleted_at is null and i.status <> 'cancelled'
      and (i.original_id is null or i.status = 'issued');
