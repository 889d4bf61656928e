import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import { fieldError } from '../../../platform/errors.ts';
import { confirmPassword, ownCounter } from './confirm-password.ts';
import type { Core } from './core.ts';
import { type Counter, type Reserved, reserveAndWait, settle } from './guess-limit.ts';
import { codeHash, plainRecoveryCode } from './one-time-codes.ts';
import { consumeRecoveryCode, consumeStep, factorOf } from './store-factors.ts';
import { totpStep } from './totp.ts';

/** `none`: the account has no second factor. `missing`, `wrong`: no code was used. */
export type FactorAnswer = 'none' | 'missing' | 'wrong' | 'totp' | 'recovery';

/**
 * Uses a code of the account's authenticator or one of its recovery codes. If the transaction commits, the code is
 * invalid from then on.
 */
export async function consumeSecondFactor(
  core: Core,
  trx: Trx,
  accountId: string,
  code: string | undefined,
): Promise<FactorAnswer> {
  const factor = await factorOf(trx, accountId);
  if (!factor?.confirmedAt) return 'none';
  if (!code) return 'missing';
  const now = core.services.clock();
  const digits = code.replace(/[\s-]/g, '');
  const step = totpStep(core.box.open(factor.sealed, accountId), digits, now);
  if (step !== null) return (await consumeStep(trx, accountId, factor.sealed, step)) ? 'totp' : 'wrong';
  const plain = plainRecoveryCode(code);
  if (plain && (await consumeRecoveryCode(trx, accountId, codeHash(plain), now))) return 'recovery';
  return 'wrong';
}

/**
 * Requires the proof for changing the caller's second factor: the password and a code. Runs `work` in the transaction
 * that uses the code, so that a code is not lost when the work fails.
 * @throws validation at `password` or `code`, tooMany
 */
export async function withBothFactors<T>(
  core: Core,
  ctx: Ctx,
  given: { password: string; code: string },
  work: (trx: Trx) => Promise<T>,
): Promise<T> {
  const { accountId } = ctx.caller;
  const { db } = core.services;
  return core.queue.run(`self:${accountId}`, async () => {
    await confirmPassword(core, ctx, given.password, 'password');
    const counter = ownCounter(accountId, 'code');
    const reserved = await reserveAndWait(core, [counter]);
    const done = await db
      .transaction()
      .execute(async (trx) => {
        const answer = await consumeSecondFactor(core, trx, accountId, given.code);
        if (answer === 'wrong' || answer === 'missing') return null;
        await settle(trx, reserved, counter);
        return { result: await work(trx) };
      })
      .catch(async (e) => {
        await db.transaction().execute((trx) => settle(trx, reserved));
        throw e;
      });
    if (done) return done.result;
    await refuseCode(core, ctx, reserved);
    throw wrongCode();
  });
}

export const wrongCode = () =>
  fieldError('code', 'account.code.wrong', 'The code is wrong or was used before');

/** Audits a wrong code. */
export async function refuseCode(core: Core, ctx: Ctx, { locked }: Reserved<Counter>): Promise<void> {
  await core.services.db.transaction().execute((trx) =>
    audit(trx, ctx, {
      action: 'account.confirm',
      objectType: 'account',
      objectId: ctx.caller.accountId,
      result: 'refused',
      details: { what: 'code', ...(locked.length > 0 ? { locked: true } : {}) },
    }),
  );
}
