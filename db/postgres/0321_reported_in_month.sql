-- The wall counts the records that were reported this month.
create index reports_reported on reports (tenant_id, reported_at) where voided_by is null and state = 3;
