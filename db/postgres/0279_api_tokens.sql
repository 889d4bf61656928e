-- API tokens of accounts, for programs (docs/decisions/0080).
create table api_tokens (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts,
  name text not null check (length(name) between 1 and 60),
  -- SHA-256 of the token, which holds 256 random bits.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  scope text not null check (scope in ('read', 'write')),
  families text[] not null check (cardinality(families) between 1 and 2 and families <@ array['portal', 'backoffice']),
  -- A password that is changed later than this ends it.
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  revoked_at timestamptz,
  -- Written at most once a minute.
  last_used_at timestamptz,
  last_used_ip inet
);
create index api_tokens_account on api_tokens (account_id);
