-- No two customers of a tenant share an ID card, a credit code or a D-U-N-S number, in whatever case they were typed.
-- Customers that already do are kept and reported: each names the first of them, and is left out of the indexes until its
-- numbers are changed. New ones are refused.
alter table customers add column duns text, add column duplicate_of uuid references customers;

drop index customers_credit_code;
update customers set id_card = upper(id_card), credit_code = upper(credit_code)
  where id_card <> upper(id_card) or credit_code <> upper(credit_code);

do $$
declare
  found record;
begin
  for found in
    with living as (select * from customers where deleted_at is null),
    ranked as (
      select id, tenant_id, client_name,
        first_value(id) over (partition by tenant_id, id_card order by create_time, id) as first_card,
        first_value(id) over (partition by tenant_id, credit_code order by create_time, id) as first_code,
        id_card, credit_code
      from living
    )
    update customers c set duplicate_of = case when r.id_card is not null and r.first_card <> r.id then r.first_card
        else r.first_code end
      from ranked r
      where r.id = c.id and ((r.id_card is not null and r.first_card <> r.id)
        or (r.credit_code is not null and r.first_code <> r.id))
      returning c.id, c.tenant_id, c.client_name, c.duplicate_of
  loop
    raise warning 'customer % (%) of tenant % has the ID card or credit code of customer %',
      found.id, found.client_name, found.tenant_id, found.duplicate_of;
  end loop;
end $$;

create function customer_identity_changed() returns trigger language plpgsql as $$
begin
  new.duplicate_of := null;
  return new;
end $$;
create trigger customer_identity_changed before update of id_card, credit_code on customers for each row
  when (old.duplicate_of is not null
    and (old.id_card is distinct from new.id_card or old.credit_code is distinct from new.credit_code))
  execute function customer_identity_changed();

create unique index customers_credit_code on customers (tenant_id, credit_code)
  where deleted_at is null and duplicate_of is null;
create unique index customers_id_card on customers (tenant_id, id_card)
  where deleted_at is null and duplicate_of is null;
create unique index customers_duns on customers (tenant_id, duns) where deleted_at is null;
