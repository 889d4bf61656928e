-- The first hand-over of a record is that of its goods, or of the whole that they are inside; what a run returns to stock,
-- and the scrapped part of a lot whose rest is sold, are not handed over. Corrects records that are not reported yet.
update reports r set handed_over_on = null, handed_over_by = null, unscheduled = true
  from document_lines l
  where l.id = r.line_id and r.handed_over_by is not null and r.type in (3, 4, 5, 6, 7) and r.state in (1, 4)
    and not exists (
      select from moves m join places p on p.id = m.to_place
        where m.document_id = r.handed_over_by and m.item_id = l.item_id and p.kind in ('outside', 'recycled')
          and (r.type not in (6, 7) or m.from_condition = 'scrapped'));

with recursive gone as (
  select l.item_id as id, r.handed_over_on as day, r.handed_over_by as document
    from reports r join document_lines l on l.id = r.line_id
    where r.type in (3, 4) and r.handed_over_by is not null and r.voided_by is null
  union
  select b.id, gone.day, gone.document from gone join batteries b on b.parent_id = gone.id and b.deleted_at is null
)
update reports r set handed_over_on = gone.day, handed_over_by = gone.document, unscheduled = true
  from gone join document_lines l on l.item_id = gone.id
  where l.id = r.line_id and r.type in (4, 5) and r.state in (1, 4) and r.handed_over_by is null and r.voided_by is null;
