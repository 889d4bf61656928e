-- What a preview says beside its errors: doubtful cells, columns of the file that are not imported, and how many rows
-- were left out because they are the template's example.
alter table imports
  add column unknown_columns text[] not null default '{}',
  add column example_rows int not null default 0;

-- As errors: [{column, key, value}].
alter table import_rows add column warnings jsonb not null default '[]';
create index import_rows_doubtful on import_rows (import_id, number) where errors = '[]' and warnings <> '[]';
