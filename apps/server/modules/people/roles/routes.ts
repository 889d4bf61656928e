import * as contract from '@voltloop/contract';
import { menus } from '@voltloop/resources/menus.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Http } from '../../../platform/http.ts';
import type { Services } from '../../../platform/services.ts';
import { assignMenus, deleteRole, insertRole, updateRole } from './change-role.ts';
import { menuIdsOf, roleById, roles } from './store.ts';

/** Maximum roles of one answer. */
const ALL = 999;

/** The calls of roles and their menus → verbs. */
export function roleRoutes(http: Http, { db }: Services): void {
  http.implement(contract.loadAllRoles, async (ctx) => {
    const { list } = await roles(db, ctx.caller.tenantId, { offset: 0, limit: ALL });
    return list;
  });
  http.implement(contract.findRolePage, async (ctx, { query: { page, size, name } }) => {
    const found = await roles(db, ctx.caller.tenantId, { name, offset: (page - 1) * size, limit: size });
    return { ...found, page, size };
  });
  http.implement(contract.findRoleById, async (ctx, { query }) => {
    const found = await roleById(db, ctx.caller.tenantId, query.id);
    if (!found) throw notFound();
    return found;
  });
  http.implement(contract.insertRole, (ctx, { body }) => insertRole(db, ctx, body));
  http.implement(contract.updateRole, (ctx, { body }) => updateRole(db, ctx, body));
  for (const route of [contract.deleteRole, contract.deleteRolePost])
    http.implement(route, (ctx, { query }) => deleteRole(db, ctx, query.id));
  http.implement(contract.deleteRoleGet, (ctx, { query }, { request }) => {
    // A page elsewhere cannot send this header: a link or an image must not delete (interpretation C07).
    if (request.headers.platform === undefined) throw notFound();
    request.log.warn('GET /role/delete is deprecated; use DELETE');
    return deleteRole(db, ctx, query.id);
  });
  http.implement(contract.insertRoleMenus, (ctx, { body }) => assignMenus(db, ctx, body));
  http.implement(contract.findRoleMenus, (ctx, { query }) =>
    menuIdsOf(db, ctx.caller.tenantId, query.roleId),
  );
  http.implement(contract.getMenus, async (_ctx, { query }) => {
    if (query.ids === undefined) return [...menus];
    const ids = new Set(query.ids.split(',').map(Number));
    return menus.filter((menu) => ids.has(menu.id));
  });
}
