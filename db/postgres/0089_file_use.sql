-- When a file was first attached to a row. One that never was goes a day after its upload.
alter table files add column used_at timestamptz;
-- What is attached was not noted until now: all stays.
update files set used_at = created_at;
create index files_unused on files (created_at) where used_at is null;
