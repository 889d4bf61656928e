-- A thing's worst active event is part of its last known state, kept by triggers in the transaction that begins, ends or
-- acknowledges events, whichever node does it (decision 55).
alter table thing_state
  -- Level of the worst active event; 0 without one.
  add column problem_level smallint not null default 0,
  add column active_events smallint not null default 0,
  -- What the contract's `thingProblem` says of it: written here once, so that lists need no further table.
  add column problem jsonb;
create index thing_state_problems on thing_state (problem_level, thing_id) where problem_level > 0;

create function keep_problems(ids uuid[]) returns void language plpgsql as $$
begin
  -- Held in the order in which ingest writes states. Events are read once the rows are held, by a statement of its own
  -- with a snapshot of its own: what another transaction has just committed counts.
  perform 1 from thing_state where thing_id = any(ids) order by thing_id for no key update;
  update thing_state s
  set problem_level = coalesce(w.level, 0), active_events = least(coalesce(w.n, 0), 32767), problem = w.problem
  from unnest(ids) as i(id)
  left join lateral (
    select e.level, count(*) over () as n,
      jsonb_build_object('event_id', e.id, 'code', e.code, 'level', e.level,
        'name', jsonb_build_object('en', e.name_en, 'zh', e.name_zh),
        'since', floor(extract(epoch from e.begin_time) * 1000)::bigint,
        'acknowledged', e.ack_time is not null) as problem
    from events e where e.thing_id = i.id and e.state = 1
    order by e.level desc, e.begin_time desc, e.id limit 1
  ) w on true
  where s.thing_id = i.id
    and (s.active_events, s.problem) is distinct from (least(coalesce(w.n, 0), 32767)::smallint, w.problem);
end $$;

create function events_begun() returns trigger language plpgsql as $$
declare ids uuid[];
begin
  select array_agg(distinct thing_id) into ids from begun where state = 1;
  if ids is not null then perform keep_problems(ids); end if;
  return null;
end $$;
create trigger events_begun after insert on events referencing new table as begun
  for each statement execute function events_begun();

create function events_changed() returns trigger language plpgsql as $$
declare ids uuid[];
begin
  select array_agg(distinct n.thing_id) into ids from changed n join former f using (id)
  where n.state <> f.state or n.level <> f.level
    or (n.state = 1 and (n.ack_time is null) <> (f.ack_time is null));
  if ids is not null then perform keep_problems(ids); end if;
  return null;
end $$;
create trigger events_changed after update on events referencing new table as changed old table as former
  for each statement execute function events_changed();

-- What is active already.
select keep_problems(array_agg(distinct thing_id)) from events where state = 1;
