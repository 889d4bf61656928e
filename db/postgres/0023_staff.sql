-- Role 100 is what staff have before they get a role: no role is ever made with this id, so it gives no rights. Roles
-- begin at 101.
select setval(pg_get_serial_sequence('roles', 'id'), greatest(100, (select max(id) from roles)));

-- Staff of a tenant by role: lists, and the count beside each role.
create index accounts_staff on accounts (tenant_id, role_id) where kind = 'staff' and deleted_at is null;
