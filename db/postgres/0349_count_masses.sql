-- The result of a stock-take in mass: goods by mass have no pieces.
alter table documents
  add column missing_kg numeric(16, 3),
  add column surplus_kg numeric(16, 3),
  add column misplaced_kg numeric(16, 3);
create or replace view stock_takes as select * from documents where kind = 'stockTake' with check option;

update documents d set missing_kg = r.missing, surplus_kg = r.surplus, misplaced_kg = r.misplaced
  from (
    select c.id, coalesce(sum(m.kg) filter (where t.kind = 'difference'), 0) as missing,
        coalesce(sum(m.kg) filter (where f.kind in ('difference', 'opening')), 0) as surplus,
        coalesce(sum(m.kg) filter (where t.kind <> 'difference' and f.kind not in ('difference', 'opening')), 0) as misplaced
      from documents c left join moves m on m.document_id = c.id
        left join places f on f.id = m.from_place left join places t on t.id = m.to_place
      where c.kind = 'stockTake' and c.reverses_id is null and c.status in ('posted', 'voided')
      group by c.id
  ) r where r.id = d.id;
