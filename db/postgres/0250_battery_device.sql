-- The device of the portal that measures a battery, or has measured it (docs/decisions/0048): dynamic values of its passport
-- and its life are read from there. Days without end: from the first report on, or until today.
alter table batteries
  add column device_id uuid references things,
  add column device_since date,
  add column device_until date check (device_until >= device_since);

-- Passports named the device until now; of two that named the same one, the older keeps it.
update batteries b set device_id = p.device_id
  from (select distinct on (device_id) device_id, battery_id from passports
    where deleted_at is null and device_id is not null order by device_id, create_time, id) p
  where b.id = p.battery_id and b.deleted_at is null;
drop index passports_by_device;
alter table passports drop column device_id;

-- A device measures one battery at a time.
create unique index batteries_device on batteries (device_id)
  where deleted_at is null and device_id is not null and device_until is null and state <> 'recycled';
create index batteries_by_device on batteries (device_id) where deleted_at is null and device_id is not null;

-- A device that has the code of a battery for its number is the device of that battery.
create function device_of_code() returns trigger language plpgsql as $$
begin
  new.device_id := (
    select t.id from things t where t.tenant_id = new.tenant_id and t.devid = new.battery_code and t.deleted_at is null
      and not exists (select 1 from batteries b where b.device_id = t.id and b.deleted_at is null and b.device_until is null
        and b.state <> 'recycled'));
  return new;
end $$;
create trigger device_of_code before insert on batteries for each row
  when (new.device_id is null) execute function device_of_code();
update batteries b set device_id = t.id
  from things t
  where t.tenant_id = b.tenant_id and t.devid = b.battery_code and t.deleted_at is null and b.deleted_at is null
    and b.device_id is null and b.state <> 'recycled'
    and not exists (select 1 from batteries o where o.device_id = t.id and o.deleted_at is null);
