-- Each step of a document has a right of its own (packages/resource-kit/document.ts). Roles that had the one right of all
-- steps of a kind get them all: those without approval post, the others submit, withdraw, approve and return.
insert into role_menus (role_id, menu_id)
  select m.role_id, kinds.menu + steps.place
    from role_menus m
      join (values (5000, false), (5100, false), (5200, true), (5300, false), (5400, true), (5500, true), (5600, true), (5700, true))
        kinds (menu, approved) on m.menu_id = kinds.menu + 6
      join (values (10, true), (11, true), (12, true), (13, true), (14, false), (15, null), (16, null)) steps (place, approved)
        on steps.approved is null or steps.approved = kinds.approved
  on conflict do nothing;
delete from role_menus where menu_id in (5006, 5106, 5206, 5306, 5406, 5506, 5606, 5706);
