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

/** Ends every living session of an account, but the one to keep; gives the ids of those that ended. */
export async function revokeOthers(
  trx: Trx,
  v: { accountId: string; keep: string | null; reason: 'password' | 'revoked'; now: Date },
): Promise<string[]> {
  const rows = await trx
    .updateTable('sessions')
    .set({ revoked_at: v.now, end_reason: v.reason })
    .where('account_id', '=', v.accountId)
    .$if(v.keep !== null, (q) => q.where('id', '<>', v.keep))
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

/** Ends one living session of an account; false when it has none of this id. */
export async function revokeOwn(
  trx: Trx,
  v: { accountId: string; sessionId: string; now: Date },
): Promise<boolean> {
  const row = await trx
    .updateTable('sessions')
    .set({ revoked_at: v.now, end_reason: 'revoked' })
    .where('id', '=', v.sessionId)
    .where('account_id', '=', v.accountId)
    .where('revoked_at', 'is', null)
    .where('ends_at', '>', v.now)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

const SESSIONS_MAX = 100;

export async function livingSessions(db: Db, accountId: string, now: Date) {
  return db
    .selectFrom('sessions')
    .select(['id', 'ip', 'user_agent', 'way', 'created_at', 'refreshed_at', 'ends_at'])
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where('ends_at', '>', now)
    .orderBy('created_at', 'desc')
    .limit(SESSIONS_MAX)
    .execute();
}

/** What a session that has ended was: its secrets, and why it ended. */
export async function endedSession(db: Db, sessionId: string) {
  return db
    .selectFrom('sessions')
    .select(['refresh_hash', 'previous_hash', 'end_reason'])
    .where('id', '=', sessionId)
    .where('revoked_at', 'is not', null)
    .executeTakeFirst();
}

type ProfileField = 'name' | 'email' | 'mobile' | 'company' | 'country' | 'city' | 'address' | 'description';

export async function writeProfile(
  trx: Trx,
  accountId: string,
  values: Partial<Record<ProfileField, string | null | undefined>>,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('accounts')
    .set({ ...(values as Partial<Record<ProfileField, string>>), updated_at: now })
    .where('id', '=', accountId)
    .execute();
}

/** What a person wants to know of what happened around their account; the rest of the audit is for superiors. */
const OWN_ACTIONS = [
  'session.create',
  'session.refuse',
  'session.revoke',
  'session.code',
  'account.password',
  'account.reset_password',
  'account.confirm',
  'account.update',
  'account.factor.on',
  'account.factor.off',
  'account.factor.codes',
  'account.factor.reset',
];
const ACTIVITY_MAX = 20;

export async function ownActivity(db: Db, accountId: string) {
  return db
    .selectFrom('audit')
    .select(['at', 'action', 'result', 'ip', 'actor_id', 'actor_name'])
    .where('object_type', '=', 'account')
    .where('object_id', '=', accountId)
    .where('action', 'in', OWN_ACTIONS)
    .orderBy('seq', 'desc')
    .limit(ACTIVITY_MAX)
    .execute();
}
