import type { Trx } from '../../../platform/db.ts';

/**
 * The SQL that revokes an account's access in the transaction that changes the account. All other SQL of sessions is
 * in the module `sessions`, which depends on this one.
 */

/** Ends every active session of an account except the one to keep; returns the ids of the ended ones. */
export async function endSessions(
  trx: Trx,
  v: { accountId: string; keep?: string; reason: 'password' | 'revoked'; now: Date },
): Promise<string[]> {
  const rows = await trx
    .updateTable('sessions')
    .set({ revoked_at: v.now, end_reason: v.reason })
    .where('account_id', '=', v.accountId)
    .$if(v.keep !== undefined, (q) => q.where('id', '<>', v.keep ?? null))
    .where('revoked_at', 'is', null)
    .where('ends_at', '>', v.now)
    .returning('id')
    .execute();
  return rows.map((r) => r.id);
}

/** Ends all sessions of a deleted account. */
export async function revokeAll(trx: Trx, accountId: string, now: Date): Promise<void> {
  await trx
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Invalidates the account's unused one-time codes. */
export async function dropLoginCodes(trx: Trx, accountId: string): Promise<void> {
  await trx
    .deleteFrom('login_codes')
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .execute();
}

/** Deletes all counted guesses at an account, from any address. */
export async function clearAccountFailures(trx: Trx, accountId: string): Promise<void> {
  await trx
    .deleteFrom('login_limits')
    .where((e) =>
      e.or([
        e('key', 'like', `portal:account:${accountId}%`),
        e('key', 'like', `admin:account:${accountId}%`),
      ]),
    )
    .execute();
}
