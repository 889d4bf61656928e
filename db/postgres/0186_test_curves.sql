-- Curves of cyclers: downsampled for drawing, with the periods that figures were taken from. The raw file is an upload.
create table test_curves (
  report_id uuid primary key references test_reports,
  tenant_id uuid not null references tenants,
  file_id uuid not null references files,
  sha256 bytea not null,
  maker text not null,
  mapping jsonb not null,
  rows int not null,
  time_s real[] not null,
  current_a real[] not null,
  voltage_v real[] not null,
  derived jsonb not null,
  created_at timestamptz not null default now()
);
create index test_curves_by_file on test_curves (tenant_id, sha256);

-- Where the columns of files are that no known maker wrote.
create table cycler_mappings (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants,
  name text not null,
  mapping jsonb not null,
  created_at timestamptz not null default now(),
  unique (tenant_id, name)
);
