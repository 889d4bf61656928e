import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db.ts';
import { NO_PASSWORD } from './password.ts';
import { type AccountRow, accountColumns, toAccountRow } from './store.ts';

/** The only SQL that reads or changes the hash of an account's password. */

/** What a sign-in needs to know of a name. */
export interface Credentials extends AccountRow {
  passwordHash: string;
  disabled: boolean;
}

/** The living account behind a user name or an e-mail address (interpretation D05); citext ignores case. */
export async function credentialsByName(db: Db | Trx, name: string): Promise<Credentials | null> {
  const row = await db
    .selectFrom('accounts')
    .select([...accountColumns, 'password_hash'])
    .select(sql<boolean>`disabled_at is not null or tenant_disabled(tenant_id)`.as('disabled'))
    .where('deleted_at', 'is', null)
    .where((e) => e.or([e('user_name', '=', name), e('email', '=', name)]))
    // A user name that is another account's e-mail address: the user name wins, always.
    .orderBy(sql`(user_name = ${name}::citext)`, 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  return { ...toAccountRow(row), passwordHash: row.password_hash, disabled: row.disabled };
}

/** The caller's own account with what proves it. */
export interface OwnAccount {
  id: string;
  userName: string;
  email: string | null;
  passwordHash: string;
}

export async function ownAccount(db: Db | Trx, accountId: string): Promise<OwnAccount | null> {
  const row = await db
    .selectFrom('accounts')
    .select(['id', 'user_name', 'email', 'password_hash'])
    .where('id', '=', accountId)
    .where('deleted_at', 'is', null)
    .where('disabled_at', 'is', null)
    .where(sql<boolean>`not tenant_disabled(tenant_id)`)
    .executeTakeFirst();
  return row
    ? { id: row.id, userName: row.user_name, email: row.email, passwordHash: row.password_hash }
    : null;
}

/** Puts the new hash in place of the one that was checked; false when another change came between. */
export async function replacePassword(
  trx: Trx,
  v: { accountId: string; former: string; next: string; now: Date },
): Promise<boolean> {
  const row = await trx
    .updateTable('accounts')
    .set({
      password_hash: v.next,
      must_change_password: false,
      password_changed_at: v.now,
      updated_at: v.now,
    })
    .where('id', '=', v.accountId)
    .where('password_hash', '=', v.former)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** A password that somebody else has chosen: its owner must choose another. */
export async function setPassword(trx: Trx, id: string, hash: string, now: Date): Promise<void> {
  await trx
    .updateTable('accounts')
    .set({ password_hash: hash, must_change_password: true, password_changed_at: now, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** Takes the password of an account away; API tokens, which are older than this, work no longer. */
export async function removePassword(trx: Trx, id: string, now: Date): Promise<void> {
  await trx
    .updateTable('accounts')
    .set({
      password_hash: NO_PASSWORD,
      must_change_password: false,
      password_changed_at: now,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute();
}
