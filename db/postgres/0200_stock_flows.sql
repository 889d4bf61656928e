-- What came into stores and what left them, by day (docs/decisions/0046): a projection of moves, so that statistics of years
-- are sums of few rows. Postings append; a sweep sums up what belongs together.

-- Each move as what it is to a store: into it, out of it, or both. `came` is the day on which the goods came into the store,
-- a battery with its last arrival, a lot with its first. What a void takes back is no flow of its own: it lessens the other one.
create view move_flows as
  select f.tenant_id, f.seq, f.document_id, f.item_id, f.day, f.store_id,
      date_trunc('month', f.came)::date as came, d.kind, coalesce(d.preset, '') as preset, f.other,
      coalesce(i.chemistry, '') as chemistry, f.condition,
      case when f.inward and d.reverses_id is null then f.pieces when not f.inward and d.reverses_id is not null then -f.pieces else 0 end
        as in_pieces,
      case when f.inward and d.reverses_id is null then f.kg when not f.inward and d.reverses_id is not null then -f.kg else 0 end as in_kg,
      case when not f.inward and d.reverses_id is null then f.pieces when f.inward and d.reverses_id is not null then -f.pieces else 0 end
        as out_pieces,
      case when not f.inward and d.reverses_id is null then f.kg when f.inward and d.reverses_id is not null then -f.kg else 0 end as out_kg
    from (
      select s.*, case when n is null then first_value(day) over w
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
        ) s
        window w as (partition by tenant_id, item_id, store_id order by seq)
    ) f join documents d on d.id = f.document_id join items i on i.id = f.item_id;

create table stock_flows (
  tenant_id uuid not null references tenants,
  day date not null,
  store_id uuid not null references stores,
  -- Month in which the goods came into the store.
  came date not null,
  -- Of the document.
  kind text not null,
  preset text not null,
  -- Where goods came from or went: the kind of the place, `store` for another store, `same` for another condition.
  other text not null,
  chemistry text not null,
  condition text not null,
  in_pieces bigint not null,
  in_kg numeric(16, 3) not null,
  out_pieces bigint not null,
  out_kg numeric(16, 3) not null,
  -- Not summed up with the others of its day yet.
  fresh boolean not null default true
);
create index stock_flows_by_day on stock_flows (tenant_id, day, store_id);
create index stock_flows_fresh on stock_flows (tenant_id, day, store_id) where fresh;

insert into stock_flows (tenant_id, day, store_id, came, kind, preset, other, chemistry, condition, in_pieces, in_kg, out_pieces, out_kg, fresh)
  select tenant_id, day, store_id, came, kind, preset, other, chemistry, condition, sum(in_pieces), sum(in_kg), sum(out_pieces),
      sum(out_kg), false
    from move_flows group by 1, 2, 3, 4, 5, 6, 7, 8, 9;

-- A battery whose chemistry is put right later takes its flows along.
create function chemistry_of_flows() returns trigger language plpgsql as $$
begin
  insert into stock_flows (tenant_id, day, store_id, came, kind, preset, other, chemistry, condition, in_pieces, in_kg, out_pieces, out_kg)
    select f.tenant_id, f.day, f.store_id, f.came, f.kind, f.preset, f.other, c.chemistry, f.condition,
        sign * in_pieces, sign * in_kg, sign * out_pieces, sign * out_kg
      from move_flows f, (values (coalesce(old.chemistry, ''), -1), (coalesce(new.chemistry, ''), 1)) as c(chemistry, sign)
      where f.item_id = new.id;
  return null;
end $$;
create trigger chemistry_of_flows after update of chemistry on items for each row
  when (old.chemistry is distinct from new.chemistry) execute function chemistry_of_flows();
