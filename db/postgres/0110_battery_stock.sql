-- Where a battery is follows from moves (docs/decisions/0031): no button and no form writes it any more.
alter table batteries add column moved_on date;
update batteries b set moved_on = i.moved_on from items i where i.id = b.id and i.moved_on is not null;
-- The right to take steps of a battery's life, which it has no more.
delete from role_menus where menu_id = 3006;

-- What is inside a battery is where that is: a part that is registered, and every part of a whole that goes into use.
create function part_as_whole() returns trigger language plpgsql as $$
begin
  select state, store_id, location, moved_on into new.state, new.store_id, new.location, new.moved_on
    from batteries where id = new.parent_id;
  return new;
end $$;
create trigger part_as_whole before insert on batteries for each row when (new.parent_id is not null)
  execute function part_as_whole();
create function parts_as_whole() returns trigger language plpgsql as $$
begin
  update batteries set state = new.state, update_time = new.update_time, version = version + 1
    where parent_id = new.id and deleted_at is null and state = old.state;
  return null;
end $$;
create trigger parts_as_whole after update of state on batteries
  for each row when (new.state is distinct from old.state and old.state in ('registered', 'in_use')
    and new.state in ('registered', 'in_use'))
  execute function parts_as_whole();
