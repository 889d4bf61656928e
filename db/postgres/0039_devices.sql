-- A vehicle carries one device, a device rides in one vehicle; a scrapped one has given it back.
drop index vehicles_by_device;
create unique index vehicles_device on vehicles (device_id)
  where deleted_at is null and device_id is not null and status <> 'scrapped';

-- Whoever deletes a category or an enterprise asks which of a million batteries name it.
create index batteries_by_category on batteries (category_id) where deleted_at is null and category_id is not null;
create index batteries_by_enterprise on batteries (enterprise_id) where deleted_at is null and enterprise_id is not null;

-- What the back office knows of a thing besides. Its list is a view over things themselves: a copy kept by triggers would
-- make the registration of a hundred thousand things dearer and could differ from what it copies.
alter table things
  add column site_id uuid,
  add column category_id uuid,
  add column enterprise_id uuid,
  add column record_remark text,
  add column record_version int not null default 1,
  add column record_time timestamptz not null default now();

-- Written through where a column is one of `things`. Card and vehicle are those that name the device; state and versions
-- are as live as the portal's, and asked for only where a list shows them or filters by them.
create view devices as
  select
    th.id, th.tenant_id, th.registered_at as create_time, null::uuid as create_user, th.record_time as update_time,
    th.deleted_at, th.record_version as version,
    th.devid, th.devname as dev_name, th.devtype as dev_type, th.longitude, th.latitude,
    th.description->>'installTime' as install_time,
    th.site_id, th.category_id, th.enterprise_id, th.record_remark as remark,
    (select s.status from thing_state s where s.thing_id = th.id)::int as status,
    (select s.hw_version from thing_state s where s.thing_id = th.id) as hardware_version,
    (select s.sw_version from thing_state s where s.thing_id = th.id) as software_version,
    (select c.id from sims c where c.device_id = th.id and c.deleted_at is null and c.status <> 'retired'
       order by c.status = 'active' desc, c.create_time desc, c.id limit 1) as sim_id,
    (select v.id from vehicles v where v.device_id = th.id and v.deleted_at is null and v.status <> 'scrapped') as vehicle_id
  from things th;
