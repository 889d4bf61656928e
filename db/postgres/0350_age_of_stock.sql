-- The age of goods counts from the day on which they became ours, in whatever stores they have lain since: a battery with
-- its last receipt, a lot and everything made here with its first move into a store.
lock table moves in share row exclusive mode;
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
      select s.*, s.pieces * coalesce(b.rated_energy_kwh, 0) as energy,
          coalesce(case when n is not null then max(day) filter (where received) over w end, first_value(day) over w) as came
        from (
          select m.tenant_id, m.seq, m.document_id, m.item_id, m.n, m.day, t.store_id, true as inward,
              f.kind in ('outside', 'opening') and r.reverses_id is null as received,
              case when f.store_id is null then f.kind when f.store_id = t.store_id then 'same' else 'store' end as other,
              m.to_condition as condition, coalesce(m.pieces, 0) as pieces, m.kg
            from moves m join places t on t.id = m.to_place join places f on f.id = m.from_place
              join documents r on r.id = m.document_id where t.store_id is not null
          union all
          select m.tenant_id, m.seq, m.document_id, m.item_id, m.n, m.day, f.store_id, false, false,
              case when t.store_id is null then t.kind when f.store_id = t.store_id then 'same' else 'store' end,
              m.from_condition, coalesce(m.pieces, 0), m.kg
            from moves m join places t on t.id = m.to_place join places f on f.id = m.from_place where f.store_id is not null
        ) s left join batteries b on b.id = s.item_id
        window w as (partition by s.tenant_id, s.item_id order by s.seq)
    ) f join documents d on d.id = f.document_id join items i on i.id = f.item_id;

delete from stock_flows;
insert into stock_flows (tenant_id, day, store_id, came, kind, preset, other, chemistry, condition, in_pieces, in_kg, out_pieces, out_kg,
    in_kwh, out_kwh, fresh)
  select tenant_id, day, store_id, came, kind, preset, other, chemistry, condition, sum(in_pieces), sum(in_kg), sum(out_pieces),
      sum(out_kg), sum(in_kwh), sum(out_kwh), false
    from move_flows group by 1, 2, 3, 4, 5, 6, 7, 8, 9;
