-- The signed-in account's own things: when its password changed, how its sessions began and ended, second factor,
-- one-time sign-in codes.
alter table accounts add column password_changed_at timestamptz;

alter table sessions add column way text not null default 'password' check (way in ('password','code'));
-- Why it ended before its time, for whoever still holds it; null for a plain sign-out.
alter table sessions add column end_reason text check (end_reason in ('password','revoked','copied'));

create table second_factors (
  account_id uuid primary key references accounts,
  -- AES-256-GCM under a key derived from the instance's signing key: nonce (12), tag (16), secret.
  secret bytea not null,
  -- Null while the account has not shown a code of it yet: then it is not asked for.
  confirmed_at timestamptz,
  -- Newest 30-second step whose code was taken; a code is good once.
  last_step bigint not null default -1,
  created_at timestamptz not null
);

-- SHA-256 of codes of 80 random bits, each good once.
create table recovery_codes (
  account_id uuid not null references second_factors on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);

-- One-time codes that sign another device in, made by a living session (60 seconds).
create table login_codes (
  code_hash bytea primary key,
  account_id uuid not null references accounts,
  session_id uuid not null references sessions on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index login_codes_session on login_codes (session_id);
