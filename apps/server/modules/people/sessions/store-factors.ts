import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db.ts';

/** The SQL of second factors and one-time codes. */

export interface FactorRow {
  sealed: Buffer;
  confirmedAt: Date | null;
}

export async function factorOf(db: Db | Trx, accountId: string): Promise<FactorRow | null> {
  const row = await db
    .selectFrom('second_factors')
    .select(['secret', 'confirmed_at'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row ? { sealed: row.secret, confirmedAt: row.confirmed_at } : null;
}

/** Stores a new, unconfirmed authenticator; false when a confirmed one exists. */
export async function saveFactor(
  trx: Trx,
  v: { accountId: string; sealed: Buffer; now: Date },
): Promise<boolean> {
  const row = await trx
    .insertInto('second_factors')
    .values({ account_id: v.accountId, secret: v.sealed, created_at: v.now, confirmed_at: null })
    .onConflict((c) =>
      c
        .column('account_id')
        .doUpdateSet({ secret: v.sealed, created_at: v.now, last_step: -1 })
        .where('second_factors.confirmed_at', 'is', null),
    )
    .returning('account_id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Uses the code of a step: true once for each step, and never for a step before a used one, on any node.
 * @param sealed The authenticator that the code was checked with: another may have replaced it meanwhile.
 */
export async function consumeStep(
  trx: Trx,
  accountId: string,
  sealed: Buffer,
  step: number,
): Promise<boolean> {
  const row = await trx
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('account_id', '=', accountId)
    .where('secret', '=', sealed)
    .where('last_step', '<', String(step))
    .returning('account_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Confirms a new authenticator; false when it is confirmed already. */
export async function confirmFactor(trx: Trx, accountId: string, now: Date): Promise<boolean> {
  const row = await trx
    .updateTable('second_factors')
    .set({ confirmed_at: now })
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is', null)
    .returning('account_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes the second factor with its recovery codes; false without a confirmed one. */
export async function deleteFactor(trx: Trx, accountId: string): Promise<boolean> {
  const row = await trx
    .deleteFrom('second_factors')
    .where('account_id', '=', accountId)
    .returning('confirmed_at')
    .executeTakeFirst();
  return row !== undefined && row.confirmed_at !== null;
}

export async function replaceRecoveryCodes(
  trx: Trx,
  accountId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await trx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute();
  await trx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ account_id: accountId, code_hash, used_at: null })))
    .execute();
}

/** Uses a recovery code; false when it is invalid or used. */
export async function consumeRecoveryCode(
  trx: Trx,
  accountId: string,
  hash: Buffer,
  now: Date,
): Promise<boolean> {
  const row = await trx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('account_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The security settings of an account. */
export async function protection(
  db: Db | Trx,
  accountId: string,
): Promise<{ passwordAt: Date | null; since: Date | null; codesLeft: number }> {
  const row = await db
    .selectFrom('accounts as a')
    .leftJoin('second_factors as f', (on) =>
      on.onRef('f.account_id', '=', 'a.id').on('f.confirmed_at', 'is not', null),
    )
    .select(['a.password_changed_at', 'f.confirmed_at'])
    .select((e) =>
      e
        .selectFrom('recovery_codes as r')
        .select(sql<number>`count(*)::int`.as('n'))
        .whereRef('r.account_id', '=', 'a.id')
        .where('r.used_at', 'is', null)
        .as('left'),
    )
    .where('a.id', '=', accountId)
    .executeTakeFirstOrThrow();
  return { passwordAt: row.password_changed_at, since: row.confirmed_at, codesLeft: row.left ?? 0 };
}

export async function insertLoginCode(
  trx: Trx,
  v: { hash: Buffer; accountId: string; sessionId: string; now: Date; expiresAt: Date },
): Promise<void> {
  await trx
    .insertInto('login_codes')
    .values({
      code_hash: v.hash,
      account_id: v.accountId,
      session_id: v.sessionId,
      created_at: v.now,
      expires_at: v.expiresAt,
      used_at: null,
    })
    .execute();
}

/** Uses a sign-in code while the session that created it is active; returns its account, or null for any other code. */
export async function consumeLoginCode(trx: Trx, hash: Buffer, now: Date): Promise<string | null> {
  const { rows } = await sql<{ account_id: string }>`
    update login_codes c set used_at = ${now}::timestamptz
    from sessions s, accounts a
    where c.code_hash = ${hash} and c.used_at is null and c.expires_at > ${now}::timestamptz
      and s.id = c.session_id and s.revoked_at is null and s.ends_at > ${now}::timestamptz
      and a.id = c.account_id and a.disabled_at is null and a.deleted_at is null
      and not tenant_disabled(a.tenant_id)
      -- A session from before two-factor sign-in was switched on has not shown a second factor.
      and not exists (select from second_factors f
        where f.account_id = c.account_id and f.confirmed_at >= c.created_at)
    returning c.account_id`.execute(trx);
  return rows[0]?.account_id ?? null;
}

/** Deletes expired codes. */
export async function sweepLoginCodes(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('login_codes')
    .where('expires_at', '<', new Date(now.getTime() - 3600_000))
    .execute();
}
