-- What the derived points of a foreign device are computed from (packages/device-models/derive.ts), as of its last write.
create table mapping_state (
  thing_id uuid primary key references things on delete cascade,
  state jsonb not null,
  written_at timestamptz not null
);
