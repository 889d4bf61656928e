-- Webhooks: changes of a tenant's records, read from its audit trail in the order of seq and posted to an address (docs/decisions/0092).
create table webhooks (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants,
  name text not null,
  url text not null,
  -- Sealed: the key of the signature.
  secret bytea not null,
  -- Empty: all.
  object_types text[] not null,
  -- The last audit row that was delivered or did not match.
  seq bigint not null,
  created_at timestamptz not null,
  -- Failed attempts since the last success.
  tries int not null default 0,
  next_at timestamptz not null,
  lease_id uuid,
  leased_until timestamptz,
  delivered_at timestamptz,
  failing_since timestamptz,
  error text,
  stopped_at timestamptz,
  deleted_at timestamptz
);
create index webhooks_tenant on webhooks (tenant_id) where deleted_at is null;
create index webhooks_due on webhooks (next_at) where deleted_at is null and stopped_at is null;
