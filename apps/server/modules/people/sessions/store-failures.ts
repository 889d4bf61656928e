import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db.ts';
import type { Failures } from './login-limit.ts';

/** The SQL of counted guesses, and of the networks that accounts have signed in from. */

export async function loginFailures(
  db: Db | Trx,
  keys: readonly string[],
  { lock = false } = {},
): Promise<Map<string, Failures>> {
  // Sorted, so that two transactions lock in the same order.
  const locked = lock ? sql`order by key for update` : sql``;
  const { rows } = await sql<{
    key: string;
    failures: number;
    last_failure_at: Date;
    blocked_until: Date | null;
  }>`
    select key, failures, last_failure_at, blocked_until from login_limits
    where key = any(${[...keys]}::text[]) ${locked}`.execute(db);
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
  await sql`
    insert into login_limits (key, failures, last_failure_at)
    select key, 0, ${now}::timestamptz from unnest(${[...keys].sort()}::text[]) as key
    on conflict (key) do update set key = excluded.key`.execute(trx);
  return loginFailures(trx, keys);
}

export async function saveLoginFailures(trx: Trx, key: string, f: Failures): Promise<void> {
  await sql`
    update login_limits set failures = ${f.failures}, last_failure_at = ${f.lastFailureAt},
      blocked_until = ${f.blockedUntil}
    where key = ${key}`.execute(trx);
}

export async function clearLoginFailures(trx: Trx, keys: readonly string[]): Promise<void> {
  await sql`delete from login_limits where key = any(${keys}::text[])`.execute(trx);
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
