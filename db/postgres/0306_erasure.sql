-- Personal data is erased where it need not stay (docs/decisions/0084).
alter table accounts add column erased_at timestamptz;

-- Rows of the trail whose content was reduced afterwards. Their hash and their place in the chain stay as they were; the
-- hash of what is left is here, and a later row of the trail covers all rows of one redaction.
create table audit_redactions (
  n bigint generated always as identity primary key,
  redaction_id uuid not null,
  seq bigint not null,
  content_hash bytea not null check (octet_length(content_hash) = 32)
);
create index audit_redactions_seq on audit_redactions (seq, n desc);
create index audit_redactions_id on audit_redactions (redaction_id, seq);
