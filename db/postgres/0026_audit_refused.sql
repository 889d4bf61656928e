-- What was refused is little among much, and asked for by whoever looks for an attack.
create index audit_tenant_refused on audit (tenant_id, at desc, seq desc) where result = 'refused';
