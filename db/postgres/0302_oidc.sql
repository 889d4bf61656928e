-- Single sign-on (docs/decisions/0082): which person of the provider is which account.
create table account_identities (
  issuer text not null,
  subject text not null check (length(subject) between 1 and 255),
  account_id uuid not null references accounts,
  -- Linked by the owner, by a verified e-mail address, or made for the person because of their groups.
  origin text not null check (origin in ('self', 'email', 'groups')),
  -- What the provider calls the person, for the owner of the account.
  label text,
  linked_at timestamptz not null,
  last_used_at timestamptz,
  primary key (issuer, subject),
  constraint account_identities_account unique (account_id, issuer)
);

-- Answers of the provider are good once, on every node. SHA-256 of their states, until these are too old in any case.
create table used_oidc_states (
  state_hash bytea primary key check (octet_length(state_hash) = 32),
  expires_at timestamptz not null
);

alter table sessions drop constraint sessions_way_check;
alter table sessions add constraint sessions_way_check check (way in ('password', 'code', 'oidc'));
