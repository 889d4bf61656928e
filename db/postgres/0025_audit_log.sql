-- Rows so far hash a text of their details that jsonb did not keep; from now on the hash can be computed again.
alter table audit add column hash_form smallint not null default 1;

-- The log screen: newest first, and the same behind each filter. `seq` is in every index, so that pages and counts
-- are read from the index alone and every order is one order. One object's rows have audit_object.
create index audit_tenant_at on audit (tenant_id, at desc, seq desc);
create index audit_tenant_actor on audit (tenant_id, actor_name, at desc, seq desc);
create index audit_tenant_action on audit (tenant_id, action, at desc, seq desc);
create index audit_tenant_type on audit (tenant_id, object_type, at desc, seq desc);
create index audit_tenant_ip on audit (tenant_id, ip, at desc, seq desc);
-- Whoever asked the whole table by time asks one tenant's rows now.
drop index audit_at;
