import { sql } from 'kysely';
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
  const { rows } = await sql<{ id: string }>`
    update sessions set revoked_at = ${v.now}, end_reason = ${v.reason}
    where account_id = ${v.accountId}::uuid ${v.keep === undefined ? sql`` : sql`and id <> ${v.keep}::uuid`}
      and revoked_at is null and ends_at > ${v.now}
    returning id`.execute(trx);
  return rows.map((r) => r.id);
}

/** Ends all sessions of a deleted account. */
export async function revokeAll(trx: Trx, accountId: string, now: Date): Promise<void> {
  await sql`
    update sessions set revoked_at = ${now} where account_id = ${accountId} and revoked_at is null`.execute(
    trx,
  );
}

/** Invalidates the account's unused one-time codes. */
export async function dropLoginCodes(trx: Trx, accountId: string): Promise<void> {
  await sql`delete from login_codes where account_id = ${accountId} and used_at is null`.execute(trx);
}

/** Deletes all counted guesses at an account, from any address. */
export async function clearAccountFailures(trx: Trx, accountId: string): Promise<void> {
  await sql`
    delete from login_limits
    where key like ${`portal:account:${accountId}%`} or key like ${`admin:account:${accountId}%`}`.execute(
    trx,
  );
}
