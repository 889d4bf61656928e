-- Rights of their own (packages/contract/rights.ts): to settle deliveries by metal content for those who make invoices, to
-- release claims for those who withdraw issues.
insert into role_menus (role_id, menu_id)
  select distinct m.role_id, given.menu_id from role_menus m
    join (values (1301, 7700), (5211, 7701)) given (held, menu_id) on given.held = m.menu_id
  on conflict do nothing;
