-- Documents of a month: how many there are, and which stand in the way of closing it.
create index documents_by_day on documents (tenant_id, day) where deleted_at is null;
