import type * as contract from '@voltloop/contract';
import type { BodyOf, UserDetail } from '@voltloop/contract';
import type { Ctx } from '../../../platform/ctx.ts';
import { fieldError, forbidden } from '../../../platform/errors.ts';
import type { Core } from './core.ts';
import { createAccount } from './create-account.ts';
import { describeUser } from './list-users.ts';
import { mayManageAccounts } from './rules.ts';
import { kindOfNew, userNameFor } from './rules-users.ts';
import { userNamesLike } from './store-users.ts';
import { loadAccount } from './visibility.ts';

/**
 * Creates an account below the caller or below `parent_id`, of the given kind or the default kind (interpretation
 * A26).
 * @throws forbidden, notFound (parent outside the subtree), validation, conflict (name or e-mail taken)
 */
export async function createUser(
  core: Core,
  ctx: Ctx,
  body: BodyOf<typeof contract.createUser>,
): Promise<UserDetail> {
  if (!mayManageAccounts(ctx.caller.roleId)) throw forbidden();
  const { db } = core.services;
  const parent = await loadAccount(db, ctx.caller, body.parent_id || 'self');
  const kind = kindOfNew(parent, { kind: body.kind, roleIds: body.role_ids });
  if (kind === null) {
    throw fieldError('kind', 'account.kind', 'An account of this kind cannot be below the chosen one');
  }
  const userName = body.user_name ?? (await freeUserName(core, body.name, body.email));
  const { id } = await createAccount(core, ctx, {
    kind,
    parentId: parent.id,
    userName,
    name: body.name,
    email: body.email,
    password: body.password,
    mobile: body.mobile || null,
    company: body.company || null,
    country: body.country || null,
    city: body.city || null,
    address: body.address || null,
    description: body.description || null,
    timeZone: body.time_zone || null,
  });
  return describeUser(db, ctx, id);
}

async function freeUserName(core: Core, name: string, email: string): Promise<string> {
  const first = userNameFor(name, email, new Set());
  // All names with the same beginning: the number at the end may replace some letters.
  const taken = await userNamesLike(core.services.db, first.slice(0, 6));
  return userNameFor(name, email, taken);
}
