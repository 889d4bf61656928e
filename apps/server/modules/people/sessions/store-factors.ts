import { sql } from 'kysely';
import { type Db, oneRow, type Trx } from '../../../platform/db.ts';

/** The SQL of second factors and one-time codes. */

export interface FactorRow {
  sealed: Buffer;
  confirmedAt: Date | null;
}

export async function factorOf(db: Db | Trx, accountId: string): Promise<FactorRow | null> {
  const { rows } = await sql<{ secret: Buffer; confirmed_at: Date | null }>`
    select secret, confirmed_at from second_factors where account_id = ${accountId}`.execute(db);
  const [row] = rows;
  return row ? { sealed: row.secret, confirmedAt: row.confirmed_at } : null;
}

/** Stores a new, unconfirmed authenticator; false when a confirmed one exists. */
export async function saveFactor(
  trx: Trx,
  v: { accountId: string; sealed: Buffer; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into second_factors (account_id, secret, created_at) values (${v.accountId}, ${v.sealed}, ${v.now})
    on conflict (account_id) do update
      set secret = excluded.secret, created_at = excluded.created_at, last_step = -1
      where second_factors.confirmed_at is null
    returning account_id`.execute(trx);
  return rows.length > 0;
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
  const { rows } = await sql`
    update second_factors set last_step = ${step}
    where account_id = ${accountId} and secret = ${sealed} and last_step < ${step}
    returning account_id`.execute(trx);
  return rows.length > 0;
}

/** Confirms a new authenticator; false when it is confirmed already. */
export async function confirmFactor(trx: Trx, accountId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update second_factors set confirmed_at = ${now}
    where account_id = ${accountId} and confirmed_at is null returning account_id`.execute(trx);
  return rows.length > 0;
}

/** Deletes the second factor with its recovery codes; false without a confirmed one. */
export async function deleteFactor(trx: Trx, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ confirmed_at: Date | null }>`
    delete from second_factors where account_id = ${accountId} returning confirmed_at`.execute(trx);
  const [row] = rows;
  return row !== undefined && row.confirmed_at !== null;
}

export async function replaceRecoveryCodes(
  trx: Trx,
  accountId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await sql`delete from recovery_codes where account_id = ${accountId}`.execute(trx);
  await sql`
    insert into recovery_codes (account_id, code_hash)
    select ${accountId}::uuid, unnest(${[...hashes]}::bytea[])`.execute(trx);
}

/** Uses a recovery code; false when it is invalid or used. */
export async function consumeRecoveryCode(
  trx: Trx,
  accountId: string,
  hash: Buffer,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update recovery_codes set used_at = ${now}
    where account_id = ${accountId} and code_hash = ${hash} and used_at is null returning account_id`.execute(
    trx,
  );
  return rows.length > 0;
}

/** The security settings of an account. */
export async function protection(
  db: Db | Trx,
  accountId: string,
): Promise<{ passwordAt: Date | null; since: Date | null; codesLeft: number }> {
  const row = oneRow(
    await sql<{ password_changed_at: Date | null; confirmed_at: Date | null; codes_left: number }>`
      select a.password_changed_at, f.confirmed_at,
        (select count(*)::int from recovery_codes r where r.account_id = a.id and r.used_at is null) as codes_left
      from accounts a left join second_factors f on f.account_id = a.id and f.confirmed_at is not null
      where a.id = ${accountId}`.execute(db),
  );
  return { passwordAt: row.password_changed_at, since: row.confirmed_at, codesLeft: row.codes_left };
}

export async function insertLoginCode(
  trx: Trx,
  v: { hash: Buffer; accountId: string; sessionId: string; now: Date; expiresAt: Date },
): Promise<void> {
  await sql`
    insert into login_codes (code_hash, account_id, session_id, created_at, expires_at)
    values (${v.hash}, ${v.accountId}, ${v.sessionId}, ${v.now}, ${v.expiresAt})`.execute(trx);
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
  await sql`delete from login_codes where expires_at < ${new Date(now.getTime() - 3600_000)}`.execute(db);
}
