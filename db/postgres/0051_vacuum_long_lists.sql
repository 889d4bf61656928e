-- Long lists are counted and walked in their indexes alone, as long as PostgreSQL knows which pages everybody may see. By
-- default it looks again after a fifth of the table has changed: at a million rows, 100,000 looks into the table for a count.
alter table batteries set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
alter table audit set (autovacuum_vacuum_insert_scale_factor = 0.02);
