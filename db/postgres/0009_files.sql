-- Files that people have uploaded. The bytes are in the file store, under the id.
create table files (
  id uuid primary key,
  tenant_id uuid not null references tenants,
  account_id uuid not null references accounts,
  -- As the uploader named it, without folders and control characters.
  name text not null,
  type text not null,
  size_bytes bigint not null,
  -- Of images, in pixels.
  width int,
  height int,
  sha256 bytea not null,
  created_at timestamptz not null default now()
);
create index files_of_account on files (account_id, created_at);
