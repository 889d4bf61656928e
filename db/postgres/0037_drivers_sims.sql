create table driver_rows (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants,
  create_time timestamptz not null default now(),
  create_user uuid references accounts,
  update_time timestamptz not null default now(),
  deleted_at timestamptz,
  version int not null default 1,
  name text not null,
  mobile text not null,
  id_card text,
  licence_no text not null,
  licence_class text not null,
  licence_valid_to date,
  licence_pictures jsonb not null default '[]',
  dangerous_goods_cert_no text,
  dangerous_goods_cert_valid_to date,
  enterprise_id uuid,
  -- Kept by vehicle_driver() below: the vehicle that names this driver.
  vehicle_id uuid references vehicles,
  emergency_contact text,
  emergency_phone text,
  status text not null default 'active',
  remark text
);
create unique index drivers_licence on driver_rows (tenant_id, licence_no) where deleted_at is null;
create index drivers_by_time on driver_rows (tenant_id, create_time desc nulls last, id) where deleted_at is null;
create index drivers_search on driver_rows
  using gin ((lower(name || E'\n' || coalesce(mobile, '') || E'\n' || coalesce(licence_no, ''))) gin_trgm_ops);

-- An age that is stored is wrong a year later: the view counts it from the date of birth in the identity card (checked when
-- it was entered; cards of 15 characters are of the 20th century). Everything else is written through the view.
create view drivers as
  select r.*,
    (extract(year from age(to_date(
      case when length(r.id_card) = 18 then substr(r.id_card, 7, 8) else '19' || substr(r.id_card, 7, 6) end, 'YYYYMMDD'
    ))))::int as age
  from driver_rows r;

-- The truth of who drives what is in the vehicle; the driver shows the vehicle that was last given to him.
create function vehicle_driver() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.driver_id is not null then
    update driver_rows d set vehicle_id = (
        select v.id from vehicles v where v.driver_id = d.id and v.deleted_at is null order by v.update_time desc, v.id limit 1)
      where d.id = old.driver_id and d.vehicle_id = new.id;
  end if;
  if new.driver_id is not null and new.deleted_at is null then
    update driver_rows set vehicle_id = new.id where id = new.driver_id and tenant_id = new.tenant_id;
  end if;
  return null;
end $$;
create trigger vehicle_driver after insert or update of driver_id, deleted_at on vehicles
  for each row execute function vehicle_driver();

create table sims (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants,
  create_time timestamptz not null default now(),
  create_user uuid references accounts,
  update_time timestamptz not null default now(),
  deleted_at timestamptz,
  version int not null default 1,
  iccid text not null,
  imsi text,
  msisdn text,
  operator text not null,
  plan text,
  data_quota_mb int,
  apn text,
  activate_date date,
  expire_date date,
  device_id uuid references things,
  status text not null default 'inventory',
  remark text
);
create unique index sims_iccid on sims (tenant_id, iccid) where deleted_at is null;
-- A device talks through one card.
create unique index sims_one_active on sims (device_id) where deleted_at is null and status = 'active';
create index sims_by_device on sims (device_id) where deleted_at is null and device_id is not null;
create index sims_by_time on sims (tenant_id, create_time desc nulls last, id) where deleted_at is null;
create index sims_by_expiry on sims (tenant_id, expire_date) where deleted_at is null;
create index sims_search on sims
  using gin ((lower(iccid || E'\n' || coalesce(msisdn, '') || E'\n' || coalesce(imsi, ''))) gin_trgm_ops);
