-- The address that an invitation was sent to by e-mail; null where only its link was made.
alter table invitations add column email text;
create index invitations_emails on invitations (lower(email), created_at) where email is not null;
