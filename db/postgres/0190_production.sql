-- Echelon production (packages/resources/production, docs/decisions/0043): products made of retired batteries.
alter table documents
  add column product_type int,
  add column category_id uuid references device_categories,
  add column bom_id uuid references boms,
  add column planned int,
  add column module_producer int,
  add column cascade_type int,
  add column echelon_use_type text,
  add column other_use text,
  add column forbidden_use int,
  add column target_standard text,
  add column sale_region text,
  add column operator text,
  add column steps jsonb not null default '[]';
create index documents_by_category on documents (category_id) where deleted_at is null and category_id is not null;
create index documents_by_bom on documents (bom_id) where deleted_at is null and bom_id is not null;
-- The code of the product that a component goes into.
alter table document_lines add column product text;

create index documents_search_productions on documents using gin
  ((lower(coalesce(no, '') || E'\n' || coalesce(operator, '') || E'\n' || coalesce(remark, ''))) gin_trgm_ops)
  where kind = 'production';
create view productions as select * from documents where kind = 'production' with check option;
alter view productions alter column kind set default 'production';
