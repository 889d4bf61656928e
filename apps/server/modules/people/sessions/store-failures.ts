import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db.ts';
import type { Failures } from './login-limit.ts';

/** The SQL of counted guesses, and of the networks that accounts have signed in from. */

export async function loginFailures(
  db: Db | Trx,
  keys: readonly string[],
  { lock = false } = {},
): Promise<Map<string, Failures>> {
  const rows = await db
    .selectFrom('login_limits')
    .selectAll()
    .where('key', 'in', keys)
    // Sorted, so that two transactions lock in the same order.
    .$if(lock, (q) => q.orderBy('key').forUpdate())
    .execute();
  return new Map(
    rows.map((r) => [
      r.key,
      { failures: r.failures, lastFailureAt: r.last_failure_at, blockedUntil: r.blocked_until },
    ]),
  );
}

/** Locks the rows of these keys, inserting missing ones, so that two nodes cannot lose a count. */
export async function lockLoginFailures(
  trx: Trx,
  keys: readonly string[],
  now: Date,
): Promise<Map<string, Failures>> {
  // Sorted, so that two transactions lock in the same order.
  const rows = [...keys]
    .sort()
    .map((key) => ({ key, failures: 0, last_failure_at: now, blocked_until: null }));
  await trx
    .insertInto('login_limits')
    .values(rows)
    .onConflict((c) => c.column('key').doUpdateSet((e) => ({ key: e.ref('excluded.key') })))
    .execute();
  return loginFailures(trx, keys);
}

export async function saveLoginFailures(trx: Trx, key: string, f: Failures): Promise<void> {
  await trx
    .updateTable('login_limits')
    .set({ failures: f.failures, last_failure_at: f.lastFailureAt, blocked_until: f.blockedUntil })
    .where('key', '=', key)
    .execute();
}

export async function clearLoginFailures(trx: Trx, keys: readonly string[]): Promise<void> {
  await trx.deleteFrom('login_limits').where('key', 'in', keys).execute();
}

/** Whether the account has signed in from this network (`cidr`) before. */
export async function isKnownAddress(db: Db, accountId: string, network: string): Promise<boolean> {
  const { rows } = await sql`
    select from known_addresses where account_id = ${accountId}::uuid and network = ${network}::cidr`.execute(
    db,
  );
  return rows.length > 0;
}

export interface SignInAddress {
  user_name: string;
  email: string | null;
  network: string;
  last_sign_in_at: Date;
}

/** The newest `limit` of the networks that accounts have signed in from since, the newest last. */
export async function signInAddresses(db: Db, since: Date, limit: number): Promise<SignInAddress[]> {
  const { rows } = await sql<SignInAddress>`
    select a.user_name, a.email, k.network::text, k.last_sign_in_at
    from known_addresses k join accounts a on a.id = k.account_id and a.deleted_at is null
    where k.last_sign_in_at >= ${since}::timestamptz
    order by k.last_sign_in_at desc limit ${limit}`.execute(db);
  return rows.reverse();
}
