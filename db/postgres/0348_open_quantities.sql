-- A returned quantity is open again: its replacement is shipped on the same line (docs/decisions/0117).
alter table order_lines drop constraint order_lines_check1,
  add constraint order_lines_check1 check (unit <> 'piece' or shipped - returned <= quantity);

create or replace view order_totals as
  select o.id,
      floor(sum(l.shipped) filter (where l.unit = f.unit))::int as shipped,
      case
        when bool_and(l.shipped - l.returned
            >= l.quantity * case l.unit when 'piece' then 1 else 1 - o.tolerance_pct / 100 end) then '3'
        when bool_or(l.shipped > 0) then '2'
        else '1'
      end as state
    from orders o join order_lines f on f.order_id = o.id and f.place = 1 join order_lines l on l.order_id = o.id
    group by o.id;

update orders o set state = t.state, version = o.version + 1 from order_totals t
  where t.id = o.id and o.state <> t.state;

-- The amount of a delivery that is left to be invoiced. Parts are rounded separately: the last one takes what is left to
-- the cent, unless parts were invoiced at another price.
create function open_amount(kept numeric, price numeric, invoiced numeric, total numeric, parts bigint)
  returns numeric language sql immutable as $$
  select case
    when kept = invoiced then 0
    when abs(round(kept * price, 2) - total - round((kept - invoiced) * price, 2)) <= 0.01 * parts
      then round(kept * price, 2) - total
    else round((kept - invoiced) * price, 2)
  end
$$;
