import * as contract from '@voltloop/contract';
import { fieldError } from '../../../platform/errors.ts';
import type { Http } from '../../../platform/http.ts';
import type { Core } from './core.ts';
import { createAccount } from './create-account.ts';
import { describeUser, listUsers, readUser } from './list-users.ts';
import { kindOfNew } from './rules-users.ts';
import { loadNamedAccount } from './visibility.ts';

/** The legacy calls over accounts, implemented by the current verbs (interpretation C32). */
export function legacyAccountRoutes(http: Http, core: Core): void {
  const { db } = core.services;

  http.implement(contract.legacySubusers, async (ctx, { query: { username, ...window } }) => {
    const { id } = await loadNamedAccount(db, ctx.caller, username ?? 'self');
    return listUsers(core, ctx, contract.userListQuery.parse({ ...window, parent_id: id }));
  });
  http.implement(contract.legacyUser, (ctx, { params }) => readUser(core, ctx, params.id));

  http.implement(contract.legacyRegisterSubuser, async (ctx, { body }) => {
    const parent = await loadNamedAccount(db, ctx.caller, body.parentStr ?? 'self');
    const kind = kindOfNew(parent, { roleIds: body.accessControllerList });
    if (kind === null) {
      const text = 'An account of this kind cannot be below the chosen one';
      throw fieldError('accessControllerList', 'account.kind', text);
    }
    const { username, password } = body;
    const made = { kind, parentId: parent.id, userName: username, name: username, password };
    const { id } = await createAccount(core, ctx, made);
    return describeUser(db, ctx, id);
  });
}
