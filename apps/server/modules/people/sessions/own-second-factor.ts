import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import { AppError } from '../../../platform/errors.ts';
import { productNameOf } from '../../../platform/product-name.ts';
import { dropLoginCodes } from '../accounts/index.ts';
import { confirmPassword, ownCounter } from './confirm-password.ts';
import type { Core } from './core.ts';
import { reserveAndWait, settle } from './guess-limit.ts';
import { codeHash, newRecoveryCodes } from './one-time-codes.ts';
import { refuseCode, withBothFactors, wrongCode } from './second-factor.ts';
import {
  confirmFactor,
  consumeStep,
  deleteFactor,
  factorOf,
  replaceRecoveryCodes,
  saveFactor,
} from './store-factors.ts';
import { newTotpSecret, totpKey, totpStep, totpUri } from './totp.ts';

/**
 * Starts the enrolment of an authenticator and returns its key. Sign-in requires it only after {@link
 * confirmSecondFactor}; starting again before that discards the former key.
 * @throws validation at `password`, conflict when one is enabled, tooMany
 */
export async function enrolSecondFactor(
  core: Core,
  ctx: Ctx,
  password: string,
): Promise<{ secret: string; uri: string }> {
  const { accountId, userName } = ctx.caller;
  return core.queue.run(`self:${accountId}`, async () => {
    await confirmPassword(core, ctx, password, 'password');
    const secret = newTotpSecret();
    const sealed = core.box.seal(secret, accountId);
    const saved = await core.services.db.transaction().execute(async (trx) => {
      if (!(await saveFactor(trx, { accountId, sealed, now: ctx.now }))) return false;
      await audit(trx, ctx, { action: 'account.factor.enrol', objectType: 'account', objectId: accountId });
      return true;
    });
    if (!saved) throw alreadyOn();
    const product = await productNameOf(core.services.db, accountId);
    return { secret: totpKey(secret), uri: totpUri(secret, product, userName) };
  });
}

/**
 * Enables the authenticator with one of its codes; returns the recovery codes, which cannot be read again.
 * @throws validation at `code`, conflict when none was started or one is enabled, tooMany
 */
export async function confirmSecondFactor(core: Core, ctx: Ctx, code: string): Promise<string[]> {
  const { accountId } = ctx.caller;
  const { db } = core.services;
  return core.queue.run(`self:${accountId}`, async () => {
    const counter = ownCounter(accountId, 'code');
    const factor = await factorOf(db, accountId);
    if (!factor) throw new AppError('conflict', { message: 'No authenticator has been set up' });
    if (factor.confirmedAt) throw alreadyOn();
    const reserved = await reserveAndWait(core, [counter]);
    const secret = core.box.open(factor.sealed, accountId);
    const step = totpStep(secret, code.replace(/[\s-]/g, ''), ctx.now);
    const codes = newRecoveryCodes();
    const on =
      step !== null &&
      (await db.transaction().execute(async (trx) => {
        // The code that confirmed the authenticator is used up: it cannot open a session as well.
        if (!(await consumeStep(trx, accountId, factor.sealed, step))) return false;
        if (!(await confirmFactor(trx, accountId, ctx.now))) return false;
        await replaceRecoveryCodes(
          trx,
          accountId,
          codes.map((each) => codeHash(each.replaceAll('-', ''))),
        );
        await settle(trx, reserved, counter);
        // They would open sessions without a second factor.
        await dropLoginCodes(trx, accountId);
        await audit(trx, ctx, { action: 'account.factor.on', objectType: 'account', objectId: accountId });
        return true;
      }));
    if (on) return codes;
    await refuseCode(core, ctx, reserved);
    throw wrongCode();
  });
}

const alreadyOn = () => new AppError('conflict', { message: 'Two-factor sign-in is on already' });

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
