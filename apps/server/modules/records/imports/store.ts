import { sql } from 'kysely';
import { type Db, oneRow, type Trx } from '../../../platform/db.ts';
import { lockName } from '../../../platform/lock-name.ts';
import { isUuid } from '../../../platform/uuid.ts';
import { subtree, type Viewer } from '../../people/accounts/index.ts';
import type { RowError, SheetRow } from './kinds.ts';

export interface ImportRecord {
  id: string;
  tenant_id: string;
  account_id: string;
  kind: string;
  file_name: string;
  state: 'open' | 'confirmed';
  expires_at: Date;
  /** Heads of columns that are not imported. */
  unknown_columns: string[];
  /** Rows skipped because they are the template's example. */
  example_rows: number;
  /** Rows skipped because they only add up others. */
  total_rows: number;
}

export interface StoredRow extends SheetRow {
  errors: RowError[];
  warnings: RowError[];
}

/** Maximum number of open previews of an account; the oldest is dropped. */
const MAX_OPEN = 5;

/** Rows per statement. */
const ROWS_AT_ONCE = 2000;

export async function insertImport(
  trx: Trx,
  v: Omit<ImportRecord, 'id' | 'state'> & { now: Date; rows: readonly StoredRow[] },
): Promise<string> {
  await lockName(trx, `imports ${v.account_id}`);
  const { id } = oneRow(
    await sql<{ id: string }>`
      insert into imports (tenant_id, account_id, kind, file_name, unknown_columns, example_rows, total_rows,
        created_at, expires_at)
      values (${v.tenant_id}, ${v.account_id}, ${v.kind}, ${v.file_name}, ${v.unknown_columns}, ${v.example_rows},
        ${v.total_rows}, ${v.now}, ${v.expires_at})
      returning id`.execute(trx),
  );
  for (let i = 0; i < v.rows.length; i += ROWS_AT_ONCE) {
    await sql`
      insert into import_rows (import_id, number, cells, errors, warnings)
      select ${id}::uuid, (r->>'number')::int, r->'cells', r->'errors', r->'warnings'
      from jsonb_array_elements(${JSON.stringify(v.rows.slice(i, i + ROWS_AT_ONCE))}::jsonb) r`.execute(trx);
  }
  await sql`
    delete from imports where account_id = ${v.account_id}::uuid and state = 'open' and id not in (
      select id from imports where account_id = ${v.account_id}::uuid and state = 'open'
      order by (id = ${id}::uuid) desc, created_at desc limit ${MAX_OPEN})`.execute(trx);
  return id;
}

const columns = sql`id, tenant_id, account_id, kind, file_name, state, expires_at, unknown_columns, example_rows, total_rows`;

export async function importById(db: Db | Trx, id: string, lock = false): Promise<ImportRecord | undefined> {
  if (!isUuid(id)) return undefined;
  const { rows } = await sql<ImportRecord>`
    select ${columns} from imports where id = ${id} ${lock ? sql`for update` : sql``}`.execute(db);
  return rows[0];
}

export interface RowCounts {
  total: number;
  wrong: number;
  /** Rows with warnings and without errors. */
  doubtful: number;
}

export async function countRows(db: Db | Trx, id: string): Promise<RowCounts> {
  const { rows } = await sql<RowCounts>`
    select count(*)::int as total, count(*) filter (where errors <> '[]')::int as wrong,
      count(*) filter (where errors = '[]' and warnings <> '[]')::int as doubtful
    from import_rows where import_id = ${id}::uuid`.execute(db);
  return rows[0] ?? { total: 0, wrong: 0, doubtful: 0 };
}

/** All rows, those with errors, or those with warnings and without errors. */
export type RowChoice = 'all' | 'wrong' | 'doubtful';

const chosen: Record<RowChoice, ReturnType<typeof sql>> = {
  all: sql``,
  wrong: sql`and errors <> '[]'`,
  doubtful: sql`and errors = '[]' and warnings <> '[]'`,
};

/** Rows by number, from offset `skip`. */
export async function rowsOf(
  db: Db | Trx,
  id: string,
  { choice, skip, limit }: { choice: RowChoice; skip: number; limit: number },
): Promise<StoredRow[]> {
  const { rows } = await sql<StoredRow>`
    select number, cells, errors, warnings from import_rows
    where import_id = ${id}::uuid ${chosen[choice]}
    order by number limit ${limit} offset ${skip}`.execute(db);
  return rows;
}

/** Stores the findings of a later validation. */
export async function updateErrors(
  trx: Trx,
  id: string,
  rows: readonly { number: number; errors: readonly RowError[] }[],
): Promise<void> {
  await sql`
    update import_rows i set errors = r->'errors'
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) r
    where i.import_id = ${id}::uuid and i.number = (r->>'number')::int`.execute(trx);
}

/** Deletes the imported rows; only the fact of the import remains. */
export async function markConfirmed(trx: Trx, id: string, now: Date): Promise<void> {
  await sql`delete from import_rows where import_id = ${id}::uuid`.execute(trx);
  await sql`update imports set state = 'confirmed', confirmed_at = ${now} where id = ${id}`.execute(trx);
}

export async function deleteImport(db: Db | Trx, id: string): Promise<void> {
  await sql`delete from imports where id = ${id}`.execute(db);
}

/** Deletes expired previews. @returns their number */
export async function deleteExpired(db: Db, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`delete from imports where expires_at <= ${now}`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Accounts at or below the viewer's by user name in lower case. */
export async function accountsByUserName(
  db: Db | Trx,
  viewer: Viewer,
  names: readonly string[],
): Promise<Map<string, { id: string; kind: string }>> {
  if (names.length === 0) return new Map();
  const { rows } = await sql<{ id: string; kind: string; name: string }>`
    select a.id, a.kind, lower(a.user_name::text) as name from accounts a
    where a.user_name = any(${[...new Set(names)]}::citext[]) and ${subtree(viewer, 'a')}`.execute(db);
  return new Map(rows.map(({ name, ...row }) => [name, row]));
}
