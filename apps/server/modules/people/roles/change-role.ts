import { isDeepStrictEqual } from 'node:util';
import type * as contract from '@voltloop/contract';
import type { BodyOf, Role } from '@voltloop/contract';
import { menus } from '@voltloop/resources/menus.ts';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db, Trx } from '../../../platform/db.ts';
import { AppError, conflictError, fieldError, notFound } from '../../../platform/errors.ts';
import { notify } from '../../../platform/notices.ts';
import * as store from './store.ts';

const known = new Set(menus.map((menu) => menu.id));

/** Runs a write; a name that another role has becomes an error at its field. */
async function withNameErrors<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if ((error as { constraint?: string }).constraint !== 'roles_name') throw error;
    throw fieldError('name', 'resource.taken', 'Another role has this name');
  }
}

async function held(trx: Trx, ctx: Ctx, id: number): Promise<Role> {
  const role = await store.lockRole(trx, ctx.caller.tenantId, id);
  if (!role) throw notFound();
  return role;
}

/**
 * Checks that the caller may change a role: not their own, which could lock them out, and none with rights that they
 * lack.
 * @throws forbidden with the reason at `id`
 */
async function checkMayChange(trx: Trx, ctx: Ctx, id: number): Promise<void> {
  const { caller } = ctx;
  const present = await store.menuIdsOf(trx, caller.tenantId, id);
  const refuse = (key: string, message: string) =>
    new AppError('forbidden', { message, fields: [{ path: 'id', key, message }] });
  if (caller.roleId === id) throw refuse('role.own', 'You cannot change your own role');
  if (!present.every((menu) => caller.rights.has(menu)))
    throw refuse('role.beyond', 'This role has rights that you do not have');
}

const record = (trx: Trx, ctx: Ctx, verb: string, id: number, details: Record<string, unknown> = {}) =>
  audit(trx, ctx, { action: `role.${verb}`, objectType: 'role', objectId: String(id), details });

/** @throws validation when the name is taken */
export function insertRole(db: Db, ctx: Ctx, input: BodyOf<typeof contract.insertRole>): Promise<Role> {
  const { tenantId } = ctx.caller;
  const { name, description = null } = input;
  return withNameErrors(() =>
    db.transaction().execute(async (trx) => {
      const id = await store.insertRole(trx, { tenantId, name, description, now: ctx.now });
      await record(trx, ctx, 'insert', id, { name });
      return held(trx, ctx, id);
    }),
  );
}

/** @throws notFound, forbidden, validation when the name is taken */
export function updateRole(db: Db, ctx: Ctx, input: BodyOf<typeof contract.updateRole>): Promise<Role> {
  return withNameErrors(() =>
    db.transaction().execute(async (trx) => {
      const before = await held(trx, ctx, input.id);
      await checkMayChange(trx, ctx, input.id);
      const name = input.name ?? before.name;
      const cleared = input.clearFields.includes('description');
      const description = input.description ?? (cleared ? null : before.description);
      await store.updateRole(trx, input.id, { name, description, now: ctx.now });
      await record(trx, ctx, 'update', input.id, { from: before.name, to: name });
      return held(trx, ctx, input.id);
    }),
  );
}

/** @throws notFound, forbidden, conflict while an account has the role */
export function deleteRole(db: Db, ctx: Ctx, id: number): Promise<null> {
  return db.transaction().execute(async (trx) => {
    const role = await held(trx, ctx, id);
    await checkMayChange(trx, ctx, id);
    if (role.accounts_total > 0) {
      const message = `In use by ${role.accounts_total} accounts`;
      const key = `resource.inUse?count=${role.accounts_total}&by=account`;
      throw conflictError('id', key, message);
    }
    await store.deleteRole(trx, id);
    await record(trx, ctx, 'delete', id, { name: role.name });
    return null;
  });
}

const ascending = (ids: Iterable<number>) => [...new Set(ids)].sort((a, b) => a - b);

/**
 * Replaces the rights of a role; a button includes its menu entry. Callers cannot grant rights that they lack.
 * @throws notFound, forbidden, validation for an id that is no menu entry or no right of the caller, conflict when
 *   the role has other rights than `before`
 */
export function assignMenus(
  db: Db,
  ctx: Ctx,
  input: BodyOf<typeof contract.insertRoleMenus>,
): Promise<number[]> {
  const stranger = input.menuIds.find((id) => !known.has(id));
  if (stranger !== undefined) {
    throw fieldError('menuIds', 'role.noMenu', `There is no menu entry ${stranger}`);
  }
  const chosen = new Set(input.menuIds);
  for (const { id, parentId } of menus) if (chosen.has(id) && parentId !== null) chosen.add(parentId);
  const ids = ascending(chosen);
  return db.transaction().execute(async (trx) => {
    await held(trx, ctx, input.roleId);
    await checkMayChange(trx, ctx, input.roleId);
    if (!ids.every((id) => ctx.caller.rights.has(id)))
      throw fieldError('menuIds', 'role.giveBeyond', 'You can only grant rights that you have yourself');
    const before = await store.menuIdsOf(trx, ctx.caller.tenantId, input.roleId);
    if (input.before && !isDeepStrictEqual(before, ascending(input.before))) {
      const message = 'Another user has changed these rights in the meantime';
      throw conflictError('before', 'role.changed', message);
    }
    await store.replaceMenus(trx, input.roleId, ids);
    await record(trx, ctx, 'menus', input.roleId, { from: before, to: ids });
    await notify(trx, 'voltloop_accounts', `role:${input.roleId}`);
    return ids;
  });
}
