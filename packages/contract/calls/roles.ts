import { z } from 'zod';
import { rights } from '../rights.ts';
import { route } from '../route.ts';
import { shownText } from '../shown-text.ts';

export const role = z.object({
  id: z.number().int(),
  name: z.string(),
  description: z.string().nullable(),
  accounts_total: z.number().int(),
  /** Ids of its menu entries and buttons. */
  menus_total: z.number().int(),
});
export type Role = z.infer<typeof role>;

/** A menu entry, or a button on its page (interpretation B37). */
export const menu = z.object({
  id: z.number().int(),
  parentId: z.number().int().nullable(),
  /** The menu group (registry `groups`); null for the home entry above all groups. */
  group: z.string().nullable(),
  name: z.object({ en: z.string(), zh: z.string() }),
  path: z.string().nullable(),
  type: z.enum(['menu', 'button']),
  sort: z.number().int(),
});
export type Menu = z.infer<typeof menu>;

const name = shownText().trim().min(1).max(50);
const description = shownText().trim().max(200);
const roleId = z.coerce.number().int().min(100).max(2_147_483_647);

export const loadAllRoles = route({
  name: 'loadAllRoles',
  summary: 'All roles of the back office.',
  method: 'GET',
  path: '/role/loadAll',
  access: { right: rights.roles.see },
  reply: z.array(role),
});

export const findRolePage = route({
  name: 'findRolePage',
  summary: 'A page of roles.',
  method: 'GET',
  path: '/role/findPage',
  access: { right: rights.roles.see },
  query: z.object({
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    size: z.coerce.number().int().min(0).max(999).default(10),
    name: shownText().trim().max(50).optional(),
  }),
  reply: z.object({ list: z.array(role), total: z.number().int(), page: z.number(), size: z.number() }),
});

export const findRoleById = route({
  name: 'findRoleById',
  summary: 'One role.',
  method: 'GET',
  path: '/role/findById',
  access: { right: rights.roles.see },
  query: z.object({ id: roleId }),
  reply: role,
});

export const insertRole = route({
  name: 'insertRole',
  apiToken: false,
  summary: 'Create a role; it has no rights until menus are assigned.',
  method: 'POST',
  path: '/role/insert',
  access: { right: rights.roles.change },
  body: z.object({ name, description: description.optional() }),
  reply: role,
});

export const updateRole = route({
  name: 'updateRole',
  apiToken: false,
  summary: 'Change a role’s name or description.',
  method: 'POST',
  path: '/role/update',
  access: { right: rights.roles.change },
  body: z.object({
    id: roleId,
    name: name.optional(),
    description: description.optional(),
    clearFields: z.array(z.enum(['description'])).default([]),
  }),
  reply: role,
});

const deletion = {
  summary: 'Delete a role; refused while an account has it (interpretation C07).',
  path: '/role/delete',
  access: { right: rights.roles.change },
  query: z.object({ id: roleId }),
  reply: z.null(),
};
export const deleteRole = route({ ...deletion, name: 'deleteRole', apiToken: false, method: 'DELETE' });
export const deleteRolePost = route({ ...deletion, name: 'deleteRolePost', apiToken: false, method: 'POST' });
export const deleteRoleGet = route({ ...deletion, name: 'deleteRoleGet', apiToken: false, method: 'GET' });

export const insertRoleMenus = route({
  name: 'insertRoleMenus',
  apiToken: false,
  summary:
    'Set the menu entries and buttons of a role, effective immediately; with `before`, refused if they were changed since they were read.',
  method: 'POST',
  path: '/role/insertMenu',
  access: { right: rights.roles.change },
  body: z.object({
    roleId,
    menuIds: z.array(z.number().int()).max(2000),
    /** The role's rights as they were read, in any order. */
    before: z.array(z.number().int()).max(2000).optional(),
  }),
  reply: z.array(z.number().int()),
});

export const findRoleMenus = route({
  name: 'findRoleMenus',
  summary: 'Ids of a role’s menu entries and buttons.',
  method: 'GET',
  path: '/role/findRoleMenu',
  access: { right: rights.roles.see },
  query: z.object({ roleId }),
  reply: z.array(z.number().int()),
});

export const getMenus = route({
  name: 'getMenus',
  summary: 'Menu entries and buttons by id; all of them without ids.',
  method: 'GET',
  path: '/role/getMenuByListID',
  access: { right: rights.roles.see },
  query: z.object({ ids: z.string().max(20_000).optional() }),
  reply: z.array(menu),
});
