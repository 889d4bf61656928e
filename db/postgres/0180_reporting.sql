-- The reporting desk (docs/decisions/0041): who must report a record until when, what was sent and what was answered.

-- Working days that are no ordinary ones: public holidays on weekdays, and weekends worked for them (State Council notices).
create table work_days (
  day date primary key,
  works boolean not null
);
insert into work_days
  select day::date, false from (
    select generate_series(first::date, last::date, interval '1 day') as day
      from (values ('2024-01-01', '2024-01-01'), ('2024-02-10', '2024-02-17'), ('2024-04-04', '2024-04-06'), ('2024-05-01', '2024-05-05'),
        ('2024-06-10', '2024-06-10'), ('2024-09-15', '2024-09-17'), ('2024-10-01', '2024-10-07'),
        ('2025-01-01', '2025-01-01'), ('2025-01-28', '2025-02-04'), ('2025-04-04', '2025-04-06'), ('2025-05-01', '2025-05-05'),
        ('2025-05-31', '2025-06-02'), ('2025-10-01', '2025-10-08'),
        ('2026-01-01', '2026-01-03'), ('2026-02-15', '2026-02-23'), ('2026-04-04', '2026-04-06'), ('2026-05-01', '2026-05-05'),
        ('2026-06-19', '2026-06-21'), ('2026-09-25', '2026-09-27'), ('2026-10-01', '2026-10-07')) as holidays(first, last)
  ) days;
insert into work_days
  select unnest(array['2024-02-04', '2024-02-18', '2024-04-07', '2024-04-28', '2024-05-11', '2024-09-14', '2024-09-29', '2024-10-12',
    '2025-01-26', '2025-02-08', '2025-04-27', '2025-09-28', '2025-10-11',
    '2026-01-04', '2026-02-14', '2026-02-28', '2026-05-09', '2026-09-20', '2026-10-10']::date[]), true;

-- Until when records are reported (decisions D07): what ships has no tenant; rows of a tenant go before it.
create table reporting_rules (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid references tenants,
  type smallint not null check (type between 1 and 10),
  -- Of the reporting enterprise; null: every kind.
  enterprise_kind smallint,
  first_day date not null,
  event text not null check (event in ('document', 'certificate', 'handover')),
  days int not null check (days between 0 and 366),
  unit text not null check (unit in ('working', 'calendar')),
  clause text not null,
  unique nulls not distinct (tenant_id, type, enterprise_kind, first_day)
);
insert into reporting_rules (type, enterprise_kind, first_day, event, days, unit, clause)
  select type, kind::int, date '2018-08-01', event, days, 'working', '《新能源汽车动力蓄电池回收利用溯源管理暂行规定》（2018年第35号公告）' || article
    from (values (1, null, 'certificate', 15, '第十三条'), (2, null, 'document', 15, '第十三条'),
      (3, null, 'handover', 15, '第十四条'), (4, null, 'handover', 15, '第十四条'), (5, null, 'handover', 15, '第十四条'),
      (6, null, 'document', 15, '第十四条'), (7, null, 'document', 15, '第十四条'),
      (8, null, 'document', 30, '第十五条'), (8, 5, 'document', 15, '第十四条'),
      (9, null, 'document', 30, '第十五条'), (9, 5, 'document', 15, '第十四条'),
      (10, null, 'document', 30, '第十五条')) as rules(type, kind, event, days, article)
  union all
  select type, null::int, date '2026-04-01', event, 30, 'calendar', '《新能源汽车废旧动力电池回收和综合利用管理暂行办法》第二十四条' || article
    from (values (1, 'certificate', '（期限待核对）'), (2, 'document', '（期限待核对）'), (3, 'handover', '（七）'), (4, 'handover', '（七）'),
      (5, 'handover', '（七）'), (6, 'handover', '（期限待核对）'), (7, 'handover', '（期限待核对）'), (8, 'document', '（七）'),
      (9, 'document', '（七）'), (10, 'handover', '（七）')) as rules(type, event, article);

-- How records of a type reach the platform, for each reporting enterprise (decisions B17).
create table reporting_configs (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants,
  create_time timestamptz not null default now(),
  create_user uuid references accounts,
  update_time timestamptz not null default now(),
  version int not null default 1,
  type smallint not null check (type between 1 and 10),
  enterprise_id uuid not null references enterprises,
  channel text not null check (channel in ('http', 'file')),
  endpoint text,
  -- Of the enterprise on the platform, and of its access key.
  platform_code text not null,
  key_id text,
  -- Encrypted; never sent back.
  secret bytea,
  status smallint not null default 1 check (status in (1, 2, 3)),
  -- Circuit breaker, shared by all nodes: failures in a row, and until when nothing is sent.
  failures int not null default 0,
  open_until timestamptz,
  check (status = 1 or channel = 'file' or (endpoint is not null and key_id is not null and secret is not null))
);
create unique index reporting_configs_in_effect on reporting_configs (tenant_id, type, enterprise_id) where status = 2;
create index reporting_configs_by_tenant on reporting_configs (tenant_id, enterprise_id, type, status);

create function reporting_config_step() returns trigger language plpgsql as $$
begin
  if (old.status, new.status) not in ((1, 2), (2, 3), (1, 3)) then
    raise exception 'a reporting configuration does not go from % to %', old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger reporting_config_step before update on reporting_configs for each row
  when (old.status <> new.status) execute function reporting_config_step();

-- One row for each reportable line and type; what is sent has versions of its own.
alter table reports drop constraint reports_type_line_id_version_key;
alter table reports drop column version;
alter table reports
  add constraint reports_of_line unique (type, line_id),
  -- Business day of the record.
  add column day date,
  add column store_id uuid references stores,
  add column site_id uuid references recycle_sites,
  -- Who must report it: the enterprise of the site of the store.
  add column enterprise_id uuid references enterprises,
  -- The first posting that handed the goods over.
  add column handed_over_on date,
  add column handed_over_by uuid references documents,
  add column due_day date,
  add column rule_id uuid references reporting_rules on delete set null,
  -- Its deadline is to be worked out again.
  add column unscheduled boolean not null default true,
  add column attempts int not null default 0,
  -- Values of fields that no document has, entered at the desk.
  add column entered jsonb not null default '{}',
  add column payload_version int not null default 0,
  add column platform_id text,
  add column reported_at timestamptz,
  add column last_error text,
  add column update_time timestamptz not null default now(),
  add constraint reported_has_time check (state <> 3 or reported_at is not null);
update reports r set day = d.day, store_id = d.store_id, site_id = s.site_id, enterprise_id = rs.enterprise_id
  from document_lines l join documents d on d.id = l.document_id left join stores s on s.id = d.store_id
    left join recycle_sites rs on rs.id = s.site_id
  where l.id = r.line_id;
alter table reports alter column day set not null;
drop index reports_open;
create index reports_open on reports (tenant_id, due_day, id) where voided_by is null and state in (1, 2, 4);
create index reports_by_day on reports (tenant_id, day desc, id) where voided_by is null;
create index reports_unscheduled on reports (id) where unscheduled;
create index reports_by_handover on reports (handed_over_by) where handed_over_by is not null;
create index reports_by_store on reports (store_id) where enterprise_id is null;
create unique index reports_platform_id on reports (tenant_id, enterprise_id, type, platform_id)
  where platform_id is not null and voided_by is null;

create function report_step() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 1 or new.attempts <> 0 then
      raise exception 'a report begins in state 1' using errcode = 'check_violation';
    end if;
  elsif old.state <> new.state then
    if (old.state, new.state) not in ((1, 2), (2, 3), (2, 4), (4, 2)) then
      raise exception 'a report does not go from state % to %', old.state, new.state using errcode = 'check_violation';
    end if;
    if new.attempts <> old.attempts + (new.state = 2)::int then
      raise exception 'each submission of a report is one attempt' using errcode = 'check_violation';
    end if;
  elsif new.attempts <> old.attempts then
    raise exception 'each submission of a report is one attempt' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger report_step before insert or update of state, attempts on reports for each row execute function report_step();

-- A store that gets its site, or a site its enterprise, says who reports what had nobody yet.
create function reports_get_enterprise() returns trigger language plpgsql as $$
begin
  update reports r set site_id = s.site_id, enterprise_id = rs.enterprise_id, unscheduled = true, update_time = now()
    from stores s join recycle_sites rs on rs.id = s.site_id
    where r.store_id = s.id and r.enterprise_id is null and rs.enterprise_id is not null
      and (case tg_table_name when 'stores' then s.id = new.id else rs.id = new.id end);
  return null;
end $$;
create trigger reports_get_enterprise after update of site_id on stores for each row
  when (new.site_id is distinct from old.site_id and new.site_id is not null) execute function reports_get_enterprise();
create trigger reports_get_enterprise after update of enterprise_id on recycle_sites for each row
  when (new.enterprise_id is distinct from old.enterprise_id and new.enterprise_id is not null)
  execute function reports_get_enterprise();

-- What was or is to be sent; a correction is a further version.
create table report_payloads (
  report_id uuid not null references reports,
  version int not null check (version > 0),
  payload jsonb not null,
  hash text not null,
  -- Why it was corrected; null: as the documents say.
  reason text,
  created_at timestamptz not null,
  created_by uuid references accounts,
  primary key (report_id, version)
);
create trigger append_only before update or delete on report_payloads for each statement execute function refuse_change();

-- One submission by a person, with as many requests as it takes.
create table report_attempts (
  id uuid primary key default gen_random_uuid(),
  report_id uuid not null references reports,
  n int not null check (n > 0),
  payload_version int not null,
  config_id uuid not null references reporting_configs,
  channel text not null check (channel in ('http', 'file')),
  state text not null default 'waiting' check (state in ('waiting', 'accepted', 'refused', 'expired')),
  created_at timestamptz not null,
  created_by uuid references accounts,
  finished_at timestamptz,
  error text,
  -- When something is to be sent next, and how often it was.
  next_at timestamptz not null,
  sends int not null default 0,
  -- The platform may have taken it: it is asked before it is sent again.
  in_doubt boolean not null default false,
  -- The node that is at it, and until when nobody else is.
  lease_id uuid,
  leased_until timestamptz,
  unique (report_id, n),
  foreign key (report_id, payload_version) references report_payloads (report_id, version),
  check ((state = 'waiting') = (finished_at is null))
);
create unique index report_attempts_open on report_attempts (report_id) where state = 'waiting';
create index report_attempts_due on report_attempts (next_at) where state = 'waiting' and channel = 'http';
create index report_attempts_by_config on report_attempts (config_id) where state = 'waiting';

-- Requests and answers, as they went over the wire, without secrets.
create table report_sends (
  id bigint generated always as identity primary key,
  attempt_id uuid not null references report_attempts,
  at timestamptz not null,
  purpose text not null check (purpose in ('submit', 'ask', 'result')),
  request text not null,
  answered_at timestamptz,
  status int,
  answer text,
  -- Null while no answer is known, also when the node that waited for it was killed.
  outcome text check (outcome in ('accepted', 'refused', 'unknown', 'notThere', 'failed'))
);
create index report_sends_by_attempt on report_sends (attempt_id, id);
