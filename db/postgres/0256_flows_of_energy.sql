-- Flows of stores also count rated energy (docs/decisions/0056): intake is measured in kWh as well as in pieces and mass.
alter table stock_flows
  add column in_kwh numeric(16, 3) not null default 0,
  add column out_kwh numeric(16, 3) not null default 0;

create or replace view move_flows as
  select f.tenant_id, f.seq, f.document_id, f.item_id, f.day, f.store_id,
      date_trunc('month', f.came)::date as came, d.kind, coalesce(d.preset, '') as preset, f.other,
      coalesce(i.chemistry, '') as chemistry, f.condition,
      case when f.inward and d.reverses_id is null then f.pieces when not f.inward and d.reverses_id is not null then -f.pieces else 0 end
        as in_pieces,
      case when f.inward and d.reverses_id is null then f.kg when not f.inward and d.reverses_id is not null then -f.kg else 0 end as in_kg,
      case when not f.inward and d.reverses_id is null then f.pieces when f.inward and d.reverses_id is not null then -f.pieces else 0 end
        as out_pieces,
      case when not f.inward and d.reverses_id is null then f.kg when f.inward and d.reverses_id is not null then -f.kg else 0 end as out_kg,
      case when f.inward and d.reverses_id is null then f.energy when not f.inward and d.reverses_id is not null then -f.energy else 0 end
        as in_kwh,
      case when not f.inward and d.reverses_id is null then f.energy when f.inward and d.reverses_id is not null then -f.energy else 0 end
        as out_kwh
    from (
      select s.*, s.pieces * coalesce(b.rated_energy_kwh, 0) as energy, case when n is null then first_value(day) over w
            else max(day) filter (where inward and other <> 'same') over w end as came
        from (
          select m.tenant_id, m.seq, m.document_id, m.item_id, m.n, m.day, t.store_id, true as inward,
              case when f.store_id is null then f.kind when f.store_id = t.store_id then 'same' else 'store' end as other,
              m.to_condition as condition, coalesce(m.pieces, 0) as pieces, m.kg
            from moves m join places t on t.id = m.to_place join places f on f.id = m.from_place where t.store_id is not null
          union all
          select m.tenant_id, m.seq, m.document_id, m.item_id, m.n, m.day, f.store_id, false,
              case when t.store_id is null then t.kind when f.store_id = t.store_id then 'same' else 'store' end,
              m.from_condition, coalesce(m.pieces, 0), m.kg
            from moves m join places t on t.id = m.to_place join places f on f.id = m.from_place where f.store_id is not null
        ) s left join batteries b on b.id = s.item_id
        window w as (partition by s.tenant_id, s.item_id, s.store_id order by s.seq)
    ) f join documents d on d.id = f.document_id join items i on i.id = f.item_id;

delete from stock_flows;
insert into stock_flows (tenant_id, day, store_id, came, kind, preset, other, chemistry, condition, in_pieces, in_kg, out_pieces, out_kg,
    in_kwh, out_kwh, fresh)
  select tenant_id, day, store_id, came, kind, preset, other, chemistry, condition, sum(in_pieces), sum(in_kg), sum(out_pieces),
      sum(out_kg), sum(in_kwh), sum(out_kwh), false
    from move_flows group by 1, 2, 3, 4, 5, 6, 7, 8, 9;

create or replace function chemistry_of_flows() returns trigger language plpgsql as $$
begin
  insert into stock_flows (tenant_id, day, store_id, came, kind, preset, other, chemistry, condition, in_pieces, in_kg, out_pieces,
      out_kg, in_kwh, out_kwh)
    select f.tenant_id, f.day, f.store_id, f.came, f.kind, f.preset, f.other, c.chemistry, f.condition,
        sign * in_pieces, sign * in_kg, sign * out_pieces, sign * out_kg, sign * in_kwh, sign * out_kwh
      from move_flows f, (values (coalesce(old.chemistry, ''), -1), (coalesce(new.chemistry, ''), 1)) as c(chemistry, sign)
      where f.item_id = new.id;
  return null;
end $$;

-- The rated energy of a battery is often entered after it was received: what its moves say of energy follows it.
create function energy_of_flows() returns trigger language plpgsql as $$
begin
  insert into stock_flows (tenant_id, day, store_id, came, kind, preset, other, chemistry, condition, in_pieces, in_kg, out_pieces,
      out_kg, in_kwh, out_kwh)
    select tenant_id, day, store_id, came, kind, preset, other, chemistry, condition, 0, 0, 0, 0,
        in_pieces * change, out_pieces * change
      from move_flows, (select coalesce(new.rated_energy_kwh, 0) - coalesce(old.rated_energy_kwh, 0) as change) energy
      where item_id = new.id;
  return null;
end $$;
create trigger energy_of_flows after update of rated_energy_kwh on batteries for each row
  when (old.rated_energy_kwh is distinct from new.rated_energy_kwh) execute function energy_of_flows();

-- What the home of the back office sums up by days.
create index test_reports_signed on test_reports (tenant_id, signed_at) where deleted_at is null and signed_at is not null;
create index orders_overdue on orders (tenant_id, delivery_date) where deleted_at is null and status = 1 and state <> '3';
create index invoices_issued on invoices (tenant_id, issued_on) where deleted_at is null and issued_on is not null;
create index deliveries_by_day on deliveries (tenant_id, day) where not voided;
