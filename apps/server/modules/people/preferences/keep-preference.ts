import type { Ctx } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/db.ts';
import { fieldError } from '../../../platform/errors.ts';
import { lockName } from '../../../platform/lock-name.ts';
import {
  countPreferences,
  deletePreference,
  type JsonValue,
  preferenceOf,
  upsertPreference,
} from './store.ts';

/** Maximum number of keys of one account. */
const MAX_KEYS = 200;

/** A setting of the caller; null when it was never set. */
export async function readPreference(db: Db, ctx: Ctx, key: string): Promise<{ value: JsonValue }> {
  return { value: await preferenceOf(db, ctx.caller.accountId, key) };
}

/**
 * Stores or deletes a setting of the caller. No audit row: a column's width is no fact of the business, and it
 * changes with every drag.
 * @throws validation when the account has too many
 */
export async function writePreference(
  db: Db,
  ctx: Ctx,
  key: string,
  value: JsonValue | undefined,
): Promise<{ value: JsonValue }> {
  const { accountId } = ctx.caller;
  if (value === undefined) {
    await deletePreference(db, accountId, key);
    return { value: null };
  }
  await db.transaction().execute(async (trx) => {
    await lockName(trx, `preferences ${accountId}`);
    if ((await countPreferences(trx, accountId, key)) >= MAX_KEYS)
      throw fieldError('key', 'validation.tooManyPreferences', `At most ${MAX_KEYS} settings for an account`);
    await upsertPreference(trx, accountId, key, value, ctx.now);
  });
  return { value };
}
