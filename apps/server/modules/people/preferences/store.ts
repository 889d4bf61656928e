import type { ViewState } from '@voltloop/contract';
import { sql } from 'kysely';
import { advisoryLocks } from '../../../platform/advisory-locks.ts';
import type { Db, Trx } from '../../../platform/db.ts';
import { inNameOrder } from '../../../platform/name-order.ts';
import { isUuid } from '../../../platform/uuid.ts';

export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };

export async function preferenceOf(db: Db, accountId: string, key: string): Promise<JsonValue> {
  const row = await db
    .selectFrom('preferences')
    .select('value')
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.value ?? null;
}

/** The number of other keys of the account. */
export async function countPreferences(db: Trx, accountId: string, otherThan: string): Promise<number> {
  const { n } = await db
    .selectFrom('preferences')
    .select((e) => e.fn.countAll<string>().as('n'))
    .where('account_id', '=', accountId)
    .where('key', '<>', otherThan)
    .executeTakeFirstOrThrow();
  return Number(n);
}

export async function upsertPreference(
  db: Trx,
  accountId: string,
  key: string,
  value: JsonValue,
  now: Date,
): Promise<void> {
  const row = { value: JSON.stringify(value), updated_at: now };
  await db
    .insertInto('preferences')
    .values({ account_id: accountId, key, ...row })
    .onConflict((c) => c.columns(['account_id', 'key']).doUpdateSet(row))
    .execute();
}

export async function deletePreference(db: Db, accountId: string, key: string): Promise<void> {
  await db.deleteFrom('preferences').where('account_id', '=', accountId).where('key', '=', key).execute();
}

export interface ViewRow {
  id: string;
  account_id: string;
  tenant_id: string;
  screen: string;
  name: string;
  state: ViewState;
  is_default: boolean;
}
const columns = ['id', 'account_id', 'tenant_id', 'screen', 'name', 'state', 'is_default'] as const;

/** Serialises changes of an account's views, so that limits and unique names apply. */
export async function lockViews(trx: Trx, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(advisoryLocks.views)}, hashtext(${accountId}))`.execute(
    trx,
  );
}

export async function viewsOf(db: Db | Trx, accountId: string, screen: string): Promise<ViewRow[]> {
  return db
    .selectFrom('saved_views')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('screen', '=', screen)
    .orderBy(inNameOrder(sql`name`))
    .execute();
}

export async function viewById(db: Db | Trx, id: string): Promise<ViewRow | undefined> {
  if (!isUuid(id)) return undefined;
  return db.selectFrom('saved_views').select(columns).where('id', '=', id).executeTakeFirst();
}

export async function insertOrReplaceView(
  trx: Trx,
  v: { accountId: string; tenantId: string; screen: string; name: string; state: ViewState; now: Date },
): Promise<ViewRow> {
  const { rows } = await sql<ViewRow>`
    insert into saved_views (account_id, tenant_id, screen, name, state, created_at, updated_at)
    values (${v.accountId}, ${v.tenantId}, ${v.screen}, ${v.name}, ${JSON.stringify(v.state)}::jsonb, ${v.now}, ${v.now})
    on conflict (account_id, screen, lower(name))
      do update set name = excluded.name, state = excluded.state, updated_at = excluded.updated_at
    returning id, account_id, tenant_id, screen, name, state, is_default`.execute(trx);
  return rows[0] as ViewRow;
}

export async function renameView(trx: Trx, id: string, name: string, now: Date): Promise<void> {
  await trx.updateTable('saved_views').set({ name, updated_at: now }).where('id', '=', id).execute();
}

export async function removeView(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('saved_views').where('id', '=', id).execute();
}

export async function markDefault(
  trx: Trx,
  accountId: string,
  screen: string,
  id: string | null,
): Promise<void> {
  const mine = () =>
    trx.updateTable('saved_views').where('account_id', '=', accountId).where('screen', '=', screen);
  await mine().set({ is_default: false }).where('is_default', '=', true).execute();
  if (id !== null) await mine().set({ is_default: true }).where('id', '=', id).execute();
}
