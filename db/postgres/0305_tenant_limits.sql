-- Tenants are made and limited by the operator of the instance (docs/decisions/0083). Null: no limit of its own.
alter table tenants
  add column disabled_at timestamptz,
  add column max_devices int check (max_devices >= 0),
  add column max_accounts int check (max_accounts >= 1),
  add column max_frames_per_s numeric(12,3) check (max_frames_per_s > 0),
  add column max_files_mb int check (max_files_mb >= 0);

-- Nobody signs in to a disabled tenant, and its devices are refused.
create function tenant_disabled(tenant uuid) returns boolean language sql stable as $$
  select exists (select from tenants t where t.id = tenant and t.disabled_at is not null)
$$;

-- Nodes keep limits and known devices in memory until they hear of a change.
create function tenants_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('voltloop_tenants', coalesce(new.id, old.id)::text);
  return null;
end $$;
create trigger tenants_changed after insert or update or delete on tenants
  for each row execute function tenants_changed();
