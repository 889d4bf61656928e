import type { BodyOf, Self, updateSelf as updateSelfRoute } from '@voltloop/contract';
import { audit } from '../../platform/audit.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { notify } from '../../platform/notices.ts';
import type { Core } from './core.ts';
import { taken } from './create-account.ts';
import { readSelf } from './profile.ts';
import { writeProfile } from './store-self.ts';

/** Changes the caller's own profile: fields that are given, and those to be emptied. @throws conflict (e-mail taken) */
export async function updateSelf(
  core: Core,
  ctx: Ctx,
  { clearFields = [], ...given }: BodyOf<typeof updateSelfRoute>,
): Promise<Self> {
  const { accountId } = ctx.caller;
  const values = { ...given, ...Object.fromEntries(clearFields.map((field) => [field, null])) };
  return core.services.db.transaction().execute(async (trx) => {
    await writeProfile(trx, accountId, values, ctx.now).catch((e: unknown) => {
      throw taken(e) ?? e;
    });
    await notify(trx, 'voltloop_accounts', `account:${accountId}`);
    await audit(trx, ctx, {
      action: 'account.update',
      objectType: 'account',
      objectId: accountId,
      // Names of fields only: the audit outlives what people want forgotten.
      details: { fields: Object.keys(values) },
    });
    return readSelf(trx, ctx.caller);
  });
}
