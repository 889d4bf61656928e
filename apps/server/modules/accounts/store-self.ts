import type { Db, Trx } from '../../platform/db.ts';

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

/** Ends every living session of an account but one; gives the ids of those that ended. */
export async function revokeOthers(
  trx: Trx,
  v: { accountId: string; keep: string; reason: 'password' | 'revoked'; now: Date },
): Promise<string[]> {
  const rows = await trx
    .updateTable('sessions')
    .set({ revoked_at: v.now, end_reason: v.reason })
    .where('account_id', '=', v.accountId)
    .where('id', '<>', v.keep)
    .where('revoked_at', 'is', null)
    .where('ends_at', '>', v.now)
    .returning('id')
    .execute();
  return rows.map((r) => r.id);
}

/** Makes the account's unused one-time codes worthless. */
export async function dropLoginCodes(trx: Trx, accountId: string): Promise<void> {
  await trx
    .deleteFrom('login_codes')
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .execute();
}
