-- Small pictures of accounts (docs/decisions/0069). `id` is another one with each picture.
create table avatars (
  account_id uuid primary key references accounts,
  id uuid not null default gen_random_uuid(),
  content bytea not null check (octet_length(content) <= 65536),
  made_at timestamptz not null
);
