-- The desk lists what waits by its deadline, then what has been reported, newest first.
create index reports_desk on reports (tenant_id, (state = 3), (case when state <> 3 then due_day end), day desc, id)
  where voided_by is null;
