-- Within what owners may set their batteries (docs/decisions/0060): of an account and all below it, or of one device.
create table owner_limits (
  id uuid primary key default gen_random_uuid(),
  account_id uuid unique references accounts,
  thing_id uuid unique references things,
  content jsonb not null,
  version int not null default 1,
  -- Limits of a device hold while the account that set them still sees it.
  updated_by uuid not null references accounts,
  updated_at timestamptz not null,
  check ((account_id is null) <> (thing_id is null))
);

-- Changes that an owner made within such limits.
alter table param_batches add column owner boolean not null default false;
