import type * as contract from '@voltloop/contract';
import type { BodyOf, UserDetail } from '@voltloop/contract';
import { audit } from '../../../platform/audit.ts';
import { checkTimeZone } from '../../../platform/check-time-zone.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Core } from './core.ts';
import { taken } from './create-account.ts';
import { describeUser } from './list-users.ts';
import { managedAccount } from './managed-account.ts';
import { lockAccountTree } from './store.ts';
import { changeAccount } from './store-users.ts';

/**
 * Changes the fields of an account below the caller; fields that are not given stay, those in `clearFields` are
 * emptied (interpretation A39). The audit names the fields, not their values.
 * @throws forbidden, notFound, validation, conflict (e-mail address taken)
 */
export async function updateUser(
  core: Core,
  ctx: Ctx,
  id: string,
  { clearFields = [], ...given }: BodyOf<typeof contract.updateUser>,
): Promise<UserDetail> {
  if (given.time_zone) checkTimeZone(given.time_zone, 'time_zone');
  return core.services.db.transaction().execute(async (trx) => {
    await lockAccountTree(trx, ctx.caller.tenantId, 'shared');
    const account = await managedAccount(trx, ctx, id);
    const values = Object.entries(given).filter(([, value]) => value !== undefined && value !== '');
    const change = {
      ...Object.fromEntries(values),
      ...Object.fromEntries(clearFields.map((field) => [field, null])),
    };
    if (Object.keys(change).length > 0) {
      await changeAccount(trx, account.id, change, ctx.now).catch((e: unknown) => {
        throw taken(e) ?? e;
      });
      await audit(trx, ctx, {
        action: 'account.update',
        objectType: 'account',
        objectId: account.id,
        details: { user_name: account.userName, fields: Object.keys(change).sort() },
      });
    }
    return describeUser(trx, ctx, account.id);
  });
}
