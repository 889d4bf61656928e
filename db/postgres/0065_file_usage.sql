-- Bytes of the files that each account and each tenant stores, so that a quota is one read. Kept by a trigger in the
-- transaction that adds or removes files.
create table file_usage (
  -- Of an account or of a tenant; both are uuids.
  owner_id uuid primary key,
  bytes bigint not null
);

create function keep_file_usage() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into file_usage as u (owner_id, bytes)
    select owner, sum(size_bytes) from added, lateral (values (account_id), (tenant_id)) o (owner)
    group by owner order by owner
    on conflict (owner_id) do update set bytes = u.bytes + excluded.bytes;
  else
    update file_usage u set bytes = u.bytes - r.bytes
    from (
      select owner, sum(size_bytes) as bytes from removed, lateral (values (account_id), (tenant_id)) o (owner)
      group by owner
    ) r where u.owner_id = r.owner;
  end if;
  return null;
end $$;

create trigger files_added after insert on files
  referencing new table as added for each statement execute function keep_file_usage();
create trigger files_removed after delete on files
  referencing old table as removed for each statement execute function keep_file_usage();

insert into file_usage (owner_id, bytes)
select owner, sum(size_bytes) from files, lateral (values (account_id), (tenant_id)) o (owner) group by owner;
