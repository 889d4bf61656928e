import { sql } from 'kysely';
import type { Caller } from '../../../platform/ctx.ts';
import type { Db, Trx } from '../../../platform/db.ts';

export interface FileRow {
  id: string;
  name: string;
  type: string;
  size_bytes: string;
  sha256: Buffer;
}

export interface NewFile {
  id: string;
  name: string;
  type: string;
  size_bytes: number;
  width: number | null;
  height: number | null;
  sha256: Buffer;
  at: Date;
}

export async function insertFile(trx: Trx, caller: Caller, { at, ...file }: NewFile): Promise<void> {
  await trx
    .insertInto('files')
    .values({ ...file, tenant_id: caller.tenantId, account_id: caller.accountId, created_at: at })
    .execute();
}

/** A file of the caller's tenant. */
export function fileById(db: Db, caller: Caller, id: string): Promise<FileRow | undefined> {
  return db
    .selectFrom('files')
    .select(['id', 'name', 'type', 'size_bytes', 'sha256'])
    .where('id', '=', id)
    .where('tenant_id', '=', caller.tenantId)
    .executeTakeFirst();
}

const ADDRESS = /^\/files\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The addresses of files of the caller's tenant that the caller has uploaded or that are attached already. */
export async function attachable(
  db: Db | Trx,
  { tenantId, accountId }: Caller,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(addresses.flatMap((address) => ADDRESS.exec(address)?.[1] ?? []))];
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ address: string }>`select '/files/' || id as address from files
    where id = any(${ids}::uuid[]) and tenant_id = ${tenantId}::uuid
      and (account_id = ${accountId}::uuid or used_at is not null)`.execute(db);
  return new Set(rows.map(({ address }) => address));
}

/** The kind of record that these belong to, for those that are attached to none yet. */
export async function setOwner(trx: Trx, ids: readonly string[], resource: string): Promise<void> {
  await sql`insert into file_owners (file_id, resource)
    select id, ${resource} from files where id = any(${[...ids]}::uuid[]) and used_at is null
    order by id on conflict do nothing`.execute(trx);
}

/** Marks these as attached; the first time is kept. */
export async function markAttached(trx: Trx, ids: readonly string[], now: Date): Promise<void> {
  await trx
    .updateTable('files')
    .set({ used_at: now })
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('used_at', 'is', null)
    .execute();
}

/** Ids of unattached files that were uploaded earlier. */
export async function unusedBefore(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('files')
    .select('id')
    .where('used_at', 'is', null)
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes the unattached ones of these. @param accountId only its own uploads */
export async function deleteUnused(trx: Trx, ids: readonly string[], accountId?: string) {
  return trx
    .deleteFrom('files')
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('used_at', 'is', null)
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId as string))
    .returning(['id', 'tenant_id', 'name', 'size_bytes'])
    .execute();
}

/** Number of uploads of an account since a time. */
export async function uploadedSince(db: Db | Trx, accountId: string, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('files')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('account_id', '=', accountId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Bytes stored by an account and its tenant. */
export async function storedBytes(
  db: Db | Trx,
  { accountId, tenantId }: Caller,
): Promise<{ account: number; tenant: number }> {
  const rows = await db
    .selectFrom('file_usage')
    .select(['owner_id', 'bytes'])
    .where('owner_id', 'in', [accountId, tenantId])
    .execute();
  const of = (owner: string) => Number(rows.find(({ owner_id }) => owner_id === owner)?.bytes ?? 0);
  return { account: of(accountId), tenant: of(tenantId) };
}

/** Which of these ids are files. */
export async function idsWithRow(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('files')
    .select('id')
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Megabytes of files that the operator allows a tenant; null for the default in the settings. */
export async function tenantLimit(db: Db | Trx, tenantId: string): Promise<number | null> {
  const row = await db
    .selectFrom('tenants')
    .select('max_files_mb')
    .where('id', '=', tenantId)
    .executeTakeFirst();
  return row?.max_files_mb ?? null;
}
