-- E-mails about accounts on their way to the mail server: links for new passwords, invitations, notices of changes (docs/decisions/0071).
create table account_emails (
  -- The same for all tries, so that receivers can drop a second one.
  id uuid primary key,
  -- What it is about, so that a newer one takes its place and it can be withdrawn: 'reset <account>', 'invitation <id>'.
  about text not null,
  -- Recipient and text, sealed: links in it open accounts. Gone once it was sent or cannot be sent any more.
  content bytea,
  state text not null default 'waiting' check (state in ('waiting','sent','dead','dropped','expired')),
  tries int not null default 0,
  next_at timestamptz not null,
  -- What it offers is void then.
  expires_at timestamptz not null,
  lease_id uuid,
  leased_until timestamptz,
  error text,
  created_at timestamptz not null,
  done_at timestamptz,
  check ((state = 'waiting') = (content is not null))
);
create index account_emails_due on account_emails (next_at) where state = 'waiting';
create index account_emails_about on account_emails (about) where state = 'waiting';
create index account_emails_done on account_emails (done_at) where state <> 'waiting';
