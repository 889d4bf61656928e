-- A link for a new password holds while the account has the address that it was sent to.
alter table password_resets add column email text;
-- A photo is opened by those who see the site of its note.
create index site_notes_photos on site_notes using gin (photos);
