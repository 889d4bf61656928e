-- Documents of a month: how many there are, and which prevent closing it.
create index documents_by_day on documents (tenant_id, day) where deleted_at is null;
