-- A store's page counts and lists the transfers into it.
create index documents_by_to_store on documents (to_store_id) where deleted_at is null and to_store_id is not null;
