-- Which contents were imported as lines of a document: the same ones are asked about before they are added again.
create table document_imports (
  document_id uuid not null references documents on delete cascade,
  -- SHA-256 of the cells.
  content text not null,
  lines int not null,
  imported_at timestamptz not null,
  imported_by uuid references accounts,
  primary key (document_id, content)
);
