import { type developerUsers, type QueryOf, type ReplyOf, userListQuery } from '@voltloop/contract';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Core } from './core.ts';
import { listUsers } from './list-users.ts';

/** The accounts below the caller for the development export (interpretation C21): masked as in the list, and audited. */
export async function readUsersForDeveloper(
  core: Core,
  ctx: Ctx,
  { skip, limit }: QueryOf<typeof developerUsers>,
): Promise<ReplyOf<typeof developerUsers>> {
  const page = await listUsers(core, ctx, userListQuery.parse({ skip, limit, sort: 'user_name' }));
  await core.services.db.transaction().execute((trx) =>
    audit(trx, ctx, {
      action: 'accounts.developer_export',
      objectType: 'account',
      details: { accounts: page.list.length, total: page.total },
    }),
  );
  return page;
}
