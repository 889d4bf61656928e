-- Links that set a new password, each good once; of an account the newest only.
create table password_resets (
  account_id uuid primary key references accounts,
  -- SHA-256 of the code in the link (256 random bits, so a plain hash is enough).
  code_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
