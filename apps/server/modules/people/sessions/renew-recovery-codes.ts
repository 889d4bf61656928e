import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Core } from './core.ts';
import { codeHash, newRecoveryCodes } from './one-time-codes.ts';
import { withBothFactors } from './second-factor.ts';
import { factorOf, replaceRecoveryCodes } from './store-factors.ts';

/** Replaces the recovery codes with ten new ones. @throws validation, conflict when no second factor is on, tooMany */
export async function renewRecoveryCodes(
  core: Core,
  ctx: Ctx,
  given: { password: string; code: string },
): Promise<string[]> {
  const { accountId } = ctx.caller;
  return withBothFactors(core, ctx, given, async (trx) => {
    const factor = await factorOf(trx, accountId);
    if (!factor?.confirmedAt) throw new AppError('conflict', { message: 'Two-factor sign-in is off' });
    const codes = newRecoveryCodes();
    await replaceRecoveryCodes(
      trx,
      accountId,
      codes.map((each) => codeHash(each.replaceAll('-', ''))),
    );
    await audit(trx, ctx, { action: 'account.factor.codes', objectType: 'account', objectId: accountId });
    return codes;
  });
}
