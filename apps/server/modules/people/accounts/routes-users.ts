import * as contract from '@voltloop/contract';
import { notFound } from '../../../platform/errors.ts';
import type { Http } from '../../../platform/http.ts';
import { sendTable } from '../../../platform/table-export.ts';
import { lookInvitation } from './accept-invitation.ts';
import type { Core } from './core.ts';
import { createUser } from './create-user.ts';
import { deleteAccount } from './delete-account.ts';
import { createInvitation, listInvitations, revokeInvitation } from './invite.ts';
import {
  listed,
  listUsers,
  openUsersExport,
  readTree,
  readUser,
  readUsersForDeveloper,
} from './list-users.ts';
import { moveAccount } from './move-account.ts';
import { resetUserPassword } from './reset-user-password.ts';
import { setUserState } from './set-user-state.ts';
import { usersById } from './store-users.ts';
import { updateUser } from './update-user.ts';

/** Contract route → verb: sub-accounts. */
export function userRoutes(http: Http, core: Core): void {
  const { db } = core.services;

  http.implement(contract.listUsers, (ctx, { query }) => listUsers(core, ctx, query));
  http.implement(contract.developerUsers, (ctx, { query }) => readUsersForDeveloper(core, ctx, query));
  http.implement(contract.userTree, (ctx, { query }) => readTree(core, ctx, query));
  http.implement(contract.exportUsers, async (ctx, { query }, { reply }) =>
    sendTable(reply, await openUsersExport(core, ctx, query)),
  );
  http.implement(contract.getUser, (ctx, { params }) => readUser(core, ctx, params.id));
  http.implement(contract.createUser, (ctx, { body }) => createUser(core, ctx, body));
  http.implement(contract.updateUser, (ctx, { params, body }) => updateUser(core, ctx, params.id, body));
  http.implement(contract.deleteUser, async (ctx, { params }) => {
    await deleteAccount(core, ctx, params.id);
    return null;
  });
  http.implement(contract.resetUserPassword, async (ctx, { params, body }) => {
    await resetUserPassword(core, ctx, params.id, body.password);
    return null;
  });
  http.implement(contract.setUserState, (ctx, { params, body }) =>
    setUserState(core, ctx, params.id, body.disabled),
  );
  http.implement(contract.moveUser, async (ctx, { params, body }) => {
    const { id } = await moveAccount(core, ctx, params.id, body.parent_id);
    const [row] = await usersById(db, [id]);
    if (!row) throw notFound();
    return listed(row);
  });

  http.implement(contract.createInvitation, (ctx, { body }, { reply }) => {
    reply.header('cache-control', 'no-store');
    return createInvitation(core, ctx, body);
  });
  http.implement(contract.listInvitations, (ctx, { query }) => listInvitations(core, ctx, query));
  http.implement(contract.revokeInvitation, (ctx, { params }) => revokeInvitation(core, ctx, params.id));
  http.implement(contract.lookInvitation, (ctx, { body }) => lookInvitation(core, ctx, body.code));
}
