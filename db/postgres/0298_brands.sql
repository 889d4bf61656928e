-- Name, logo and colour of an account for itself and all below it, and the host name that shows them (docs/decisions/0068).
create table brands (
  account_id uuid primary key references accounts,
  -- A brand without a name is not shown.
  name text check (length(name) between 1 and 40),
  color text check (color ~ '^#[0-9a-f]{6}$'),
  logo bytea check (octet_length(logo) <= 262144),
  -- Another one with each logo.
  logo_id uuid unique,
  host text unique check (host ~ '^[a-z0-9.-]{4,253}$'),
  updated_at timestamptz not null,
  check ((logo is null) = (logo_id is null))
);

-- Every node keeps what it has shown, until it hears of this.
create function brands_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('voltloop_brands', '');
  return null;
end $$;
create trigger brands_changed after insert or update or delete on brands
  for each statement execute function brands_changed();
