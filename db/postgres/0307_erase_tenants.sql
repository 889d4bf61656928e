-- What is never changed is deleted with its tenant only, by a transaction that says so (docs/decisions/0084).
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('voltloop.erase_tenant', true) = 'on' then
    return null;
  end if;
  raise exception 'rows of % are never changed or deleted', tg_table_name using errcode = 'restrict_violation';
end $$;

create or replace function keep_settled() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('voltloop.erase_tenant', true) = 'on' then
    return old;
  end if;
  raise exception 'a settled collection is never changed' using errcode = 'restrict_violation';
end $$;
