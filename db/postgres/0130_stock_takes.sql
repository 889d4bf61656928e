-- Stock-takes (packages/resources/stock-take, docs/decisions/0033): what was counted is compared with the ledger as it was
-- when the count began.
alter table documents
  add column location text,
  -- The last move of that moment.
  add column watermark bigint,
  -- Pieces that were found to differ.
  add column missing int,
  add column surplus int,
  add column misplaced int;
alter table document_lines add column finding text;
-- How much of a lot was booked where the line has counted it.
alter table document_lines add column booked_kg numeric(14, 3);

-- Whoever posts holds this lock together with others (modules/documents/posting.ts); a count begins while nobody posts, so
-- that its watermark stands before or after each posting as a whole.
create function note_watermark() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7203315, hashtext(new.tenant_id::text));
  select coalesce(max(seq), 0) into new.watermark from moves;
  return new;
end $$;
create trigger note_watermark before insert on documents
  for each row when (new.kind = 'stockTake' and new.reverses_id is null) execute function note_watermark();

create index documents_search_stock_takes on documents using gin
  ((lower(coalesce(no, '') || E'\n' || coalesce(location, '') || E'\n' || coalesce(remark, ''))) gin_trgm_ops)
  where kind = 'stockTake';
create view stock_takes as select * from documents where kind = 'stockTake' with check option;
alter view stock_takes alter column kind set default 'stockTake';
