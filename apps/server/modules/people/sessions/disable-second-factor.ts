import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Core } from './core.ts';
import { withBothFactors } from './second-factor.ts';
import { deleteFactor } from './store-factors.ts';

/** Disables the caller's second factor; does nothing when it is off. @throws validation, tooMany */
export async function disableSecondFactor(
  core: Core,
  ctx: Ctx,
  given: { password: string; code: string },
): Promise<void> {
  const { accountId } = ctx.caller;
  await withBothFactors(core, ctx, given, async (trx) => {
    if (!(await deleteFactor(trx, accountId))) return;
    await audit(trx, ctx, { action: 'account.factor.off', objectType: 'account', objectId: accountId });
  });
}
