-- Lists are walked by an index both ways (backoffice/engine/order.ts): `(tenant_id, <key>, <default order>, id)`, without
-- `nulls last`, which would make the way back another order.
drop index batteries_by_time, batteries_by_state, batteries_by_chemistry, batteries_by_kind, batteries_by_store;
create index batteries_by_time on batteries (tenant_id, create_time desc, id) where deleted_at is null;
create index batteries_by_state on batteries (tenant_id, state, create_time desc, id) where deleted_at is null;
create index batteries_by_type on batteries (tenant_id, battery_type, create_time desc, id) where deleted_at is null;
create index batteries_by_kind on batteries (tenant_id, product_type, create_time desc, id) where deleted_at is null;
create index batteries_by_day on batteries (tenant_id, production_date, create_time desc, id) where deleted_at is null;
create index batteries_by_energy on batteries (tenant_id, rated_energy_kwh, create_time desc, id) where deleted_at is null;
create index batteries_by_health on batteries (tenant_id, soh_pct, create_time desc, id) where deleted_at is null;
create index batteries_by_store on batteries (tenant_id, store_id, create_time desc, id)
  where deleted_at is null and store_id is not null;
-- To count: few unlike entries, so PostgreSQL keeps each but once and a million rows take 7 MB. Any mix of these filters
-- is counted without a look at the rows.
create index batteries_count on batteries
  (tenant_id, state, product_type, battery_type, is_cascade, echelon_use_type) where deleted_at is null;

drop index vehicles_by_time, drivers_by_time, sims_by_time, assets_by_time;
create index vehicles_by_time on vehicles (tenant_id, create_time desc, id) where deleted_at is null;
create index drivers_by_time on driver_rows (tenant_id, create_time desc, id) where deleted_at is null;
create index sims_by_time on sims (tenant_id, create_time desc, id) where deleted_at is null;
create index assets_by_time on assets (tenant_id, create_time desc, id) where deleted_at is null;
