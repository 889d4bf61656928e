-- Records are looked for by part of a lot number and by the id that the platform gave a report (modules/traceability).
create index lots_search on lots using gin (lower(lot_no) gin_trgm_ops);
create index reports_by_platform_id on reports (tenant_id, platform_id) where platform_id is not null;
