-- Who posted what on which day, and the newest postings of all kinds.
create index documents_by_posting on documents (tenant_id, posted_at desc) where posted_at is not null and deleted_at is null;
