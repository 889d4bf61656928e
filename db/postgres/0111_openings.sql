-- Opening documents (packages/resources/opening).
create index documents_search_openings on documents using gin
  ((lower(coalesce(no, '') || E'\n' || coalesce(remark, ''))) gin_trgm_ops) where kind = 'opening';
create view openings as select * from documents where kind = 'opening' with check option;
alter view openings alter column kind set default 'opening';
