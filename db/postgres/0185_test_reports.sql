-- Grading schemes: which health earns which grade, from a day on (docs/decisions/0042).
create table grading_schemes (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants,
  create_time timestamptz not null default now(),
  create_user uuid references accounts,
  update_time timestamptz not null default now(),
  deleted_at timestamptz,
  version int not null default 1,
  name text not null,
  revision text not null,
  product_type smallint check (product_type in (1, 2, 3)),
  chemistry text,
  first_day date not null,
  bands jsonb not null default '[]',
  min_insulation int,
  min_ocv_v numeric(8, 3),
  max_self_discharge_mv_day numeric(8, 3),
  remark text,
  status smallint not null default 1 check (status in (1, 2, 3))
);
create unique index grading_schemes_revision on grading_schemes (tenant_id, name, revision) where deleted_at is null;
create index grading_schemes_by_time on grading_schemes (tenant_id, create_time desc, id) where deleted_at is null;
create index grading_schemes_search on grading_schemes
  using gin ((lower(name || E'\n' || coalesce(revision, ''))) gin_trgm_ops);

create table test_reports (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants,
  create_time timestamptz not null default now(),
  create_user uuid references accounts,
  update_time timestamptz not null default now(),
  deleted_at timestamptz,
  version int not null default 1,
  no text not null,
  battery_id uuid not null references batteries,
  battery_code text,
  test_day date not null,
  method text not null check (method in ('discharge', 'partial', 'pulse')),
  operator text not null,
  ambient_c numeric(4, 1) not null,
  equipment text,
  calibration_valid_to date,
  instrument_pct numeric(4, 2),
  calibration text check (calibration in ('valid', 'expired', 'unknown')),
  swelling smallint,
  leak smallint,
  burn smallint,
  deformation smallint,
  water smallint,
  exposed smallint,
  hot smallint,
  odour smallint,
  appearance text,
  photos jsonb not null default '[]',
  ocv_v numeric(9, 4),
  ocv_later_v numeric(9, 4),
  rest_h numeric(7, 2),
  insulation_kohm numeric(10, 1),
  rated_capacity_ah numeric(10, 2),
  capacity_ah numeric(11, 4),
  energy_wh numeric(14, 3),
  dcir_mohm numeric(11, 4),
  fresh_dcir_mohm numeric(11, 4),
  end_dcir_mohm numeric(11, 4),
  self_discharge_mv_day numeric(11, 3),
  soh_capacity_pct numeric(6, 2),
  soh_energy_pct numeric(6, 2),
  soh_resistance_pct numeric(6, 2),
  soh_pct numeric(6, 2),
  uncertainty_pct numeric(6, 2),
  soh_lower_pct numeric(6, 2),
  scheme_id uuid references grading_schemes,
  grade text,
  rejects text,
  raw_files jsonb not null default '[]',
  replaces_id uuid references test_reports,
  signed_at timestamptz,
  signed_by text,
  remark text,
  status text not null default 'draft' check (status in ('draft', 'signed', 'replaced'))
);
-- Also over deleted drafts: a number is given once.
create unique index test_reports_no on test_reports (tenant_id, no);
create index test_reports_by_time on test_reports (tenant_id, create_time desc, id) where deleted_at is null;
create index test_reports_by_battery on test_reports (battery_id, test_day desc, signed_at desc) where deleted_at is null;
-- A signed report is replaced by one other.
create unique index test_reports_replaced on test_reports (replaces_id)
  where deleted_at is null and replaces_id is not null and status <> 'draft';
create index test_reports_by_replaced on test_reports (replaces_id) where deleted_at is null and replaces_id is not null;
create index test_reports_by_scheme on test_reports (scheme_id) where deleted_at is null and scheme_id is not null;
create index test_reports_search on test_reports using gin ((lower(no || E'\n' || coalesce(battery_code, '') || E'\n' ||
  coalesce(operator, ''))) gin_trgm_ops);

create function number_test_report() returns trigger language plpgsql as $$
declare
  today date := (new.create_time at time zone 'Asia/Shanghai')::date;
  place int;
begin
  insert into document_numbers as n (tenant_id, prefix, day, last) values (new.tenant_id, 'JC', today, 1)
    on conflict (tenant_id, prefix, day) do update set last = n.last + 1
    returning last into place;
  new.no := 'JC' || to_char(today, 'YYYYMMDD') || '-' || lpad(place::text, greatest(4, length(place::text)), '0');
  return new;
end $$;
create trigger number_test_report before insert on test_reports for each row when (new.no is null)
  execute function number_test_report();

-- What was signed is never changed; only that another report replaces it is noted.
create function keep_signed() returns trigger language plpgsql as $$
begin
  if new.status = 'draft' or (old.status = 'replaced' and new.status <> 'replaced')
    or to_jsonb(old) - '{status,version,update_time}'::text[] is distinct from
      to_jsonb(new) - '{status,version,update_time}'::text[] then
    raise exception 'a signed test report is never changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger keep_signed before update on test_reports for each row when (old.signed_at is not null)
  execute function keep_signed();

-- What a battery says of its health: its latest signed report that nothing has replaced.
alter table batteries add column grade text, add column tested_on date, add column test_report_id uuid references test_reports;
create index batteries_by_grade on batteries (tenant_id, grade, create_time desc nulls last, id)
  where deleted_at is null and grade is not null;
create view battery_health as
  select distinct on (battery_id) battery_id, id as test_report_id, soh_pct, grade, test_day as tested_on
    from test_reports where deleted_at is null and status = 'signed'
    order by battery_id, test_day desc, signed_at desc, id;
create function project_battery_health(ids uuid[]) returns void language sql as $$
  update batteries b set soh_pct = h.soh_pct, grade = h.grade, tested_on = h.tested_on, test_report_id = h.test_report_id,
      update_time = now(), version = b.version + 1
    from battery_health h
    where h.battery_id = any(ids) and b.id = h.battery_id
      and (b.soh_pct, b.grade, b.tested_on, b.test_report_id)
        is distinct from (h.soh_pct, h.grade, h.tested_on, h.test_report_id);
$$;
