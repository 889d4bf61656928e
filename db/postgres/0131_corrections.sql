-- Corrections (packages/resources/correction, docs/decisions/0033): of a booked mass, of a code, of what was missing.
alter table document_lines add column new_code text;
-- Codes that a battery had before they were corrected, between blanks: they still lead to it.
alter table batteries add column former_codes text;
create index batteries_former_search on batteries using gin (former_codes gin_trgm_ops) where former_codes is not null;
create index batteries_former on batteries using gin ((string_to_array(former_codes, ' '))) where former_codes is not null;

create index documents_search_corrections on documents using gin
  ((lower(coalesce(no, '') || E'\n' || coalesce(reason, '') || E'\n' || coalesce(remark, ''))) gin_trgm_ops)
  where kind = 'correction';
create view corrections as select * from documents where kind = 'correction' with check option;
alter view corrections alter column kind set default 'correction';
