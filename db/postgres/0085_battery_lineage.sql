-- Which products were made of a battery: asked for each original code, and before a battery is deleted or its code changed.
create index batteries_by_original on batteries using gin (original_codes jsonb_path_ops)
  where deleted_at is null and original_codes <> '[]';
