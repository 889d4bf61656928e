import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db.ts';
import { NO_PASSWORD } from './password.ts';
import { type AccountRow, accountColumns, type StoredAccount, toAccountRow } from './store.ts';

/** The only SQL that reads or changes the hash of an account's password. */

/** The credentials of a user name. */
export interface Credentials extends AccountRow {
  passwordHash: string;
  disabled: boolean;
}

/** The active account of a user name or e-mail address (interpretation D05); citext ignores case. */
export async function credentialsByName(db: Db | Trx, name: string): Promise<Credentials | null> {
  const { rows } = await sql<StoredAccount & { password_hash: string; disabled: boolean }>`
    select ${accountColumns}, password_hash, disabled_at is not null or tenant_disabled(tenant_id) as disabled
    from accounts where deleted_at is null and (user_name = ${name} or email = ${name})
    -- If a user name equals another account's e-mail address, the user name wins.
    order by (user_name = ${name}::citext) desc limit 1`.execute(db);
  const [row] = rows;
  if (!row) return null;
  return { ...toAccountRow(row), passwordHash: row.password_hash, disabled: row.disabled };
}

/** The caller's account with its password hash. */
export interface OwnAccount {
  id: string;
  userName: string;
  email: string | null;
  passwordHash: string;
}

export async function ownAccount(db: Db | Trx, accountId: string): Promise<OwnAccount | null> {
  const { rows } = await sql<{ id: string; user_name: string; email: string | null; password_hash: string }>`
    select id, user_name, email, password_hash from accounts
    where id = ${accountId} and deleted_at is null and disabled_at is null and not tenant_disabled(tenant_id)`.execute(
    db,
  );
  const [row] = rows;
  return row
    ? { id: row.id, userName: row.user_name, email: row.email, passwordHash: row.password_hash }
    : null;
}

/** Replaces the hash that was checked; false when it was changed meanwhile. */
export async function replacePassword(
  trx: Trx,
  v: { accountId: string; former: string; next: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update accounts set password_hash = ${v.next}, must_change_password = false, password_changed_at = ${v.now},
      updated_at = ${v.now}
    where id = ${v.accountId} and password_hash = ${v.former} returning id`.execute(trx);
  return rows.length > 0;
}

/** Sets a password that someone else has chosen: its owner must choose another. */
export async function setPassword(trx: Trx, id: string, hash: string, now: Date): Promise<void> {
  await sql`
    update accounts set password_hash = ${hash}, must_change_password = true, password_changed_at = ${now},
      updated_at = ${now}
    where id = ${id}`.execute(trx);
}

/** Removes the password of an account; its API tokens, which are older than this change, become invalid. */
export async function removePassword(trx: Trx, id: string, now: Date): Promise<void> {
  await sql`
    update accounts set password_hash = ${NO_PASSWORD}, must_change_password = false,
      password_changed_at = ${now}, updated_at = ${now}
    where id = ${id}`.execute(trx);
}
