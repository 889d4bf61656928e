-- Geofences are judged as positions arrive (apps/server/modules/geofences).

-- A short number for the codes of a fence's events, and what a node must know of a change that matters to watching:
-- `watch_version` counts those, `watched_version` is the last one that was acted on.
alter table geofences
  add column time_zone text,
  add column no int generated always as identity,
  add column watch_version int not null default 1,
  add column watched_version int not null default 0;

create function geofence_watch_changed() returns trigger language plpgsql as $$
begin
  if (new.name, new.kind, new.shape, new.longitude, new.latitude, new.radius_m, new.ring, new.entry_alarm, new.exit_alarm,
      new.dwell_alarm_min, new.window_from, new.window_to, new.time_zone, new.applies_to, new.vehicles, new.batteries,
      new.drivers, new.status, new.deleted_at)
    is distinct from (old.name, old.kind, old.shape, old.longitude, old.latitude, old.radius_m, old.ring, old.entry_alarm,
      old.exit_alarm, old.dwell_alarm_min, old.window_from, old.window_to, old.time_zone, old.applies_to, old.vehicles,
      old.batteries, old.drivers, old.status, old.deleted_at)
  then new.watch_version := old.watch_version + 1;
  end if;
  return new;
end $$;
create trigger geofence_watch_changed before update on geofences
  for each row execute function geofence_watch_changed();

create function geofence_notice() returns trigger language plpgsql as $$
begin
  perform pg_notify('voltloop_geofences', new.id::text);
  return null;
end $$;
create trigger geofence_made after insert on geofences for each row execute function geofence_notice();
create trigger geofence_changed after update on geofences for each row
  when (old.watch_version <> new.watch_version) execute function geofence_notice();

-- The newest position of each thing, by the device's time; null until it has reported one.
create table thing_positions (
  thing_id uuid primary key references things,
  tenant_id uuid not null,
  time timestamptz,
  longitude double precision,
  latitude double precision,
  accuracy_m real
) with (fillfactor = 70);
create index thing_positions_place on thing_positions (tenant_id, longitude, latitude);

-- Who is inside which fence, so that a restart raises nothing twice. `dwell_due` is null when no alarm is to come.
create table geofence_stays (
  geofence_id uuid not null references geofences,
  thing_id uuid not null references things,
  since timestamptz not null,
  dwell_due timestamptz,
  primary key (geofence_id, thing_id)
);
create index geofence_stays_thing on geofence_stays (thing_id);
create index geofence_stays_due on geofence_stays (dwell_due) where dwell_due is not null;

-- What is known of an event that a fence has raised: who was watched, and where it was.
create table geofence_alarms (
  event_id uuid primary key references events on delete cascade,
  geofence_id uuid not null references geofences,
  thing_id uuid not null references things,
  change text not null check (change in ('enter', 'leave', 'dwell')),
  time timestamptz not null,
  vehicle_id uuid references vehicles,
  driver_id uuid,
  longitude double precision not null,
  latitude double precision not null
);
create index geofence_alarms_fence on geofence_alarms (geofence_id, time desc, event_id);
create index geofence_alarms_thing on geofence_alarms (thing_id, geofence_id);
