-- What the list's free search looks in, in lower case, one field a line: one trigram index answers for all of them.
alter table accounts add column search text not null generated always as (
  lower(user_name::text || E'\n' || name || E'\n' || coalesce(email::text, '') || E'\n' || coalesce(mobile, '') || E'\n' ||
    coalesce(company, ''))) stored;
create index accounts_search on accounts using gin (search gin_trgm_ops) where deleted_at is null;

-- An invitation makes accounts of one kind directly below its inviter, as often as it allows.
create table invitations (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants,
  inviter_id uuid not null references accounts,
  -- SHA-256 of the code in the link (128 random bits, so a plain hash is enough).
  code_hash bytea not null unique,
  kind text not null check (kind in ('factory','agent1','agent2','company','installer','enduser')),
  note text,
  max_uses int not null check (max_uses between 1 and 1000),
  uses int not null default 0 check (uses between 0 and max_uses),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index invitations_inviter on invitations (inviter_id, created_at desc);

-- Who came by which invitation.
create table invitation_uses (
  invitation_id uuid not null references invitations,
  account_id uuid not null references accounts,
  used_at timestamptz not null,
  primary key (invitation_id, account_id)
);
