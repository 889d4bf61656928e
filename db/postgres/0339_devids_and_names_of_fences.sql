-- Ids of new devices are compared in lower case. Registered ones that differ only in case stay as they are.
create index things_devid_lower on things (lower(devid)) where deleted_at is null;

-- A geofence that is only renamed keeps its alarms and stays: the name is not part of what it watches. Nodes are still
-- notified, as the events that it raises have its name.
create or replace function geofence_watch_changed() returns trigger language plpgsql as $$
begin
  if (new.kind, new.shape, new.longitude, new.latitude, new.radius_m, new.ring, new.entry_alarm, new.exit_alarm,
      new.dwell_alarm_min, new.window_from, new.window_to, new.time_zone, new.applies_to, new.vehicles, new.batteries,
      new.drivers, new.status, new.deleted_at)
    is distinct from (old.kind, old.shape, old.longitude, old.latitude, old.radius_m, old.ring, old.entry_alarm,
      old.exit_alarm, old.dwell_alarm_min, old.window_from, old.window_to, old.time_zone, old.applies_to, old.vehicles,
      old.batteries, old.drivers, old.status, old.deleted_at)
  then new.watch_version := old.watch_version + 1;
  end if;
  return new;
end $$;
drop trigger geofence_changed on geofences;
create trigger geofence_changed after update on geofences for each row
  when (old.watch_version <> new.watch_version or old.name <> new.name) execute function geofence_notice();
