import type { ViewState } from '@voltloop/contract';
import { sql } from 'kysely';
import { advisoryLocks } from '../../../platform/advisory-locks.ts';
import { type Db, oneRow, type Trx } from '../../../platform/db.ts';
import { inNameOrder } from '../../../platform/name-order.ts';
import { isUuid } from '../../../platform/uuid.ts';

export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };

export async function preferenceOf(db: Db, accountId: string, key: string): Promise<JsonValue> {
  const { rows } = await sql<{ value: JsonValue }>`
    select value from preferences where account_id = ${accountId} and key = ${key}`.execute(db);
  return rows[0]?.value ?? null;
}

/** The number of other keys of the account. */
export async function countPreferences(db: Trx, accountId: string, otherThan: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from preferences
    where account_id = ${accountId} and key <> ${otherThan}`.execute(db);
  return rows[0]?.n ?? 0;
}

export async function upsertPreference(
  db: Trx,
  accountId: string,
  key: string,
  value: JsonValue,
  now: Date,
): Promise<void> {
  await sql`
    insert into preferences (account_id, key, value, updated_at)
    values (${accountId}, ${key}, ${JSON.stringify(value)}::jsonb, ${now})
    on conflict (account_id, key) do update set value = excluded.value, updated_at = excluded.updated_at`.execute(
    db,
  );
}

export async function deletePreference(db: Db, accountId: string, key: string): Promise<void> {
  await sql`delete from preferences where account_id = ${accountId} and key = ${key}`.execute(db);
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
const columns = sql`id, account_id, tenant_id, screen, name, state, is_default`;

/** Serialises changes of an account's views, so that limits and unique names apply. */
export async function lockViews(trx: Trx, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(advisoryLocks.views)}, hashtext(${accountId}))`.execute(
    trx,
  );
}

export async function viewsOf(db: Db | Trx, accountId: string, screen: string): Promise<ViewRow[]> {
  const { rows } = await sql<ViewRow>`
    select ${columns} from saved_views where account_id = ${accountId} and screen = ${screen}
    order by ${inNameOrder(sql`name`)}`.execute(db);
  return rows;
}

export async function viewById(db: Db | Trx, id: string): Promise<ViewRow | undefined> {
  if (!isUuid(id)) return undefined;
  const { rows } = await sql<ViewRow>`select ${columns} from saved_views where id = ${id}`.execute(db);
  return rows[0];
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
    returning ${columns}`.execute(trx);
  return oneRow({ rows });
}

export async function renameView(trx: Trx, id: string, name: string, now: Date): Promise<void> {
  await sql`update saved_views set name = ${name}, updated_at = ${now} where id = ${id}`.execute(trx);
}

export async function removeView(trx: Trx, id: string): Promise<void> {
  await sql`delete from saved_views where id = ${id}`.execute(trx);
}

export async function markDefault(
  trx: Trx,
  accountId: string,
  screen: string,
  id: string | null,
): Promise<void> {
  const mine = sql`account_id = ${accountId} and screen = ${screen}`;
  await sql`update saved_views set is_default = false where ${mine} and is_default`.execute(trx);
  if (id !== null)
    await sql`update saved_views set is_default = true where ${mine} and id = ${id}`.execute(trx);
}
