import type { FirstStepsState } from '@voltloop/contract';
import { CompiledQuery, sql } from 'kysely';
import type pg from 'pg';
import { assignments, type Db, type Trx } from '../../../platform/db.ts';

/** The SQL of an account's view of itself. */

/** An account with all its columns but the password, its parent's name, and the sign-in before this session's. */
const PROFILE = `
  select a.id, a.tenant_id, a.parent_id, a.user_name, a.level, a.role_id, a.kind, a.name, a.email, a.mobile, a.company,
    a.country, a.city, a.address, a.description, a.language, a.time_zone, a.must_change_password,
    a.first_steps,
    array(select m.menu_id from role_menus m join roles r on r.id = m.role_id
      where m.role_id = a.role_id and r.tenant_id = a.tenant_id order by 1) as menus,
    (select r.name from roles r where r.id = a.role_id and r.tenant_id = a.tenant_id) as role_name,
    (select v.id from avatars v where v.account_id = a.id) as avatar_id,
    p.name as parent_name, before.ip as previous_ip, before.created_at as previous_at
  from accounts a
  left join accounts p on p.id = a.parent_id
  left join lateral (
    select s.ip, s.created_at from sessions s
    where s.account_id = a.id and s.id <> $2
      and s.created_at <= (select mine.created_at from sessions mine where mine.id = $2)
    order by s.created_at desc limit 1) before on true
  where a.id = $1 and a.deleted_at is null and a.disabled_at is null
    and not tenant_disabled(a.tenant_id)`;

export interface Profile {
  id: string;
  tenant_id: string;
  parent_id: string | null;
  user_name: string;
  level: number;
  role_id: number;
  kind: string;
  name: string;
  email: string | null;
  mobile: string | null;
  company: string | null;
  country: string | null;
  city: string | null;
  address: string | null;
  description: string | null;
  language: 'en' | 'zh' | null;
  time_zone: string | null;
  must_change_password: boolean;
  first_steps: FirstStepsState;
  /** Ids of the menu entries and buttons that its back-office role has. */
  menus: number[];
  role_name: string | null;
  /** Of its picture; changes with each picture. */
  avatar_id: string | null;
  parent_name: string | null;
  previous_ip: string | null;
  previous_at: Date | null;
}

/** The profile behind a session; undefined when the account is deleted or disabled. */
export async function profile(
  db: Db | Trx,
  accountId: string,
  sessionId: string,
): Promise<Profile | undefined> {
  const { rows } = await db.executeQuery<Profile>(CompiledQuery.raw(PROFILE, [accountId, sessionId]));
  return rows[0];
}

/** {@link profile} as a prepared statement: every page of the console requests it. */
export async function profileOfCaller(
  pool: pg.Pool,
  caller: { accountId: string; sessionId: string },
): Promise<Profile | undefined> {
  const values = [caller.accountId, caller.sessionId];
  const { rows } = await pool.query<Profile>({ name: 'profile', text: PROFILE, values });
  return rows[0];
}

export async function updatePreferences(
  trx: Trx,
  accountId: string,
  v: { language?: 'en' | 'zh'; timeZone?: string; firstSteps?: FirstStepsState; now: Date },
): Promise<void> {
  const changes = assignments({
    language: v.language,
    time_zone: v.timeZone || undefined,
    first_steps: v.firstSteps,
    updated_at: v.now,
  });
  await sql`update accounts set ${changes} where id = ${accountId}::uuid`.execute(trx);
}

type ProfileField = 'name' | 'email' | 'mobile' | 'company' | 'country' | 'city' | 'address' | 'description';

export async function writeProfile(
  trx: Trx,
  accountId: string,
  values: Partial<Record<ProfileField, string | null | undefined>>,
  now: Date,
): Promise<void> {
  const changes = assignments({
    name: values.name,
    email: values.email,
    mobile: values.mobile,
    company: values.company,
    country: values.country,
    city: values.city,
    address: values.address,
    description: values.description,
    updated_at: now,
  });
  await sql`update accounts set ${changes} where id = ${accountId}::uuid`.execute(trx);
}

/** Actions that an account's owner sees; the rest of the audit is for superiors. */
const OWN_ACTIONS = [
  'session.create',
  'session.refuse',
  'session.revoke',
  'session.code',
  'account.password',
  'account.reset_password',
  'account.confirm',
  'account.update',
  'account.personal_data',
  'account.avatar',
  'account.avatar_remove',
  'account.factor.on',
  'account.factor.off',
  'account.factor.codes',
  'account.factor.reset',
  'account.identity.link',
  'account.identity.unlink',
  'account.token.create',
  'account.token.revoke',
];
const ACTIVITY_MAX = 20;

export async function ownActivity(db: Db, accountId: string) {
  const { rows } = await sql<{
    at: Date;
    action: string;
    result: string;
    ip: string | null;
    actor_id: string | null;
    actor_name: string | null;
  }>`
    select at, action, result, ip, actor_id, actor_name from audit
    where object_type = 'account' and object_id = ${accountId} and action = any(${OWN_ACTIONS}::text[])
    order by seq desc limit ${ACTIVITY_MAX}`.execute(db);
  return rows;
}
