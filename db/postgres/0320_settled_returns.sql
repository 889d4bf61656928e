-- Goods returned before a settlement are not part of its mass: only later returns reduce what is paid for, by their share
-- of the settled goods.
alter table delivery_settlements add column returned numeric(16, 3) not null default 0;

-- For settlements so far: what had been returned by then.
update delivery_settlements s set returned = least(before.kg, before.quantity)
  from (
    select settled.delivery_id as id, d.quantity, sum(l.delivered) as kg
      from delivery_settlements settled join deliveries d on d.id = settled.delivery_id
        join document_lines l on l.delivery_id = d.id join documents back on back.id = l.document_id
      where back.id <> d.document_id and back.status = 'posted' and back.reverses_id is null
        and back.posted_at <= settled.settled_at
      group by 1, 2
  ) before
  where before.id = s.delivery_id;

create or replace view paid_deliveries as
  select d.*, s.amount as settled_amount, d.unit = 'metal' and s.delivery_id is null as provisional,
      case when s.delivery_id is null then d.quantity - d.returned
        else coalesce(round(s.kg * (d.quantity - d.returned) / nullif(d.quantity - s.returned, 0), 3), 0) end as kept,
      coalesce(round(s.amount / s.kg, 10), d.unit_price) as price
    from deliveries d left join delivery_settlements s on s.delivery_id = d.id;
