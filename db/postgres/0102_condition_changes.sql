-- Changes of condition and scrapping (packages/resources/condition-change, scrap): their header fields and views.
alter table documents
  add column reason text,
  add column pictures jsonb not null default '[]';
create index documents_search_condition_changes on documents using gin
  ((lower(coalesce(no, '') || E'\n' || coalesce(remark, ''))) gin_trgm_ops) where kind = 'conditionChange';
create index documents_search_scraps on documents using gin
  ((lower(coalesce(no, '') || E'\n' || coalesce(reason, '') || E'\n' || coalesce(remark, ''))) gin_trgm_ops)
  where kind = 'scrap';

create view condition_changes as select * from documents where kind = 'conditionChange' with check option;
alter view condition_changes alter column kind set default 'conditionChange';
create view scraps as select * from documents where kind = 'scrap' with check option;
alter view scraps alter column kind set default 'scrap';
