-- Warnings that somebody has read and confirmed when a document was posted (docs/decisions/0037).
create table confirmed_warnings (
  document_id uuid not null references documents,
  tenant_id uuid not null references tenants,
  -- What it concerns: a field of the header, or `lines.<client key>.<field>`.
  path text not null,
  -- The key of its text with the figures in it: with other figures it is another warning.
  key text not null,
  step text not null,
  confirmed_by uuid references accounts,
  confirmed_at timestamptz not null,
  primary key (document_id, path, key)
);
