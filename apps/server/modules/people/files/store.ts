import { sql } from 'kysely';
import type { Caller } from '../../../platform/ctx.ts';
import type { Db, Trx } from '../../../platform/db.ts';
import { isUuid } from '../../../platform/uuid.ts';
import { isImage } from './rules.ts';

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

export async function insertFile(trx: Trx, caller: Caller, file: NewFile): Promise<void> {
  await sql`
    insert into files (id, name, type, size_bytes, width, height, sha256, tenant_id, account_id, created_at)
    values (${file.id}, ${file.name}, ${file.type}, ${file.size_bytes}, ${file.width}, ${file.height},
      ${file.sha256}, ${caller.tenantId}, ${caller.accountId}, ${file.at})`.execute(trx);
}

/** A file of the caller's tenant. */
export async function fileById(db: Db, caller: Caller, id: string): Promise<FileRow | undefined> {
  const { rows } = await sql<FileRow>`
    select id, name, type, size_bytes, sha256 from files
    where id = ${id} and tenant_id = ${caller.tenantId}`.execute(db);
  return rows[0];
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
  await sql`
    update files set used_at = ${now} where id = any(${[...ids]}::uuid[]) and used_at is null`.execute(trx);
}

/** Ids of unattached files that were uploaded earlier. */
export async function unusedBefore(db: Db, before: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from files where used_at is null and created_at < ${before}
    order by created_at limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Deletes the unattached ones of these. @param accountId only its own uploads */
export async function deleteUnused(trx: Trx, ids: readonly string[], accountId?: string) {
  const own = accountId === undefined ? sql`` : sql`and account_id = ${accountId}::uuid`;
  const { rows } = await sql<{ id: string; tenant_id: string; name: string; size_bytes: string }>`
    delete from files where id = any(${[...ids]}::uuid[]) and used_at is null ${own}
    returning id, tenant_id, name, size_bytes`.execute(trx);
  return rows;
}

/** Number of uploads of an account since a time. */
export async function uploadedSince(db: Db | Trx, accountId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from files
    where account_id = ${accountId} and created_at > ${since}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Bytes stored by an account and its tenant. */
export async function storedBytes(
  db: Db | Trx,
  { accountId, tenantId }: Caller,
): Promise<{ account: number; tenant: number }> {
  const { rows } = await sql<{ owner_id: string; bytes: string }>`
    select owner_id, bytes from file_usage where owner_id = any(${[accountId, tenantId]}::uuid[])`.execute(
    db,
  );
  const of = (owner: string) => Number(rows.find(({ owner_id }) => owner_id === owner)?.bytes ?? 0);
  return { account: of(accountId), tenant: of(tenantId) };
}

/** Which of these ids are files. */
export async function idsWithRow(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{
    id: string;
  }>`select id from files where id = any(${[...ids]}::uuid[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Megabytes of files that the operator allows a tenant; null for the default in the settings. */
export async function tenantLimit(db: Db | Trx, tenantId: string): Promise<number | null> {
  const { rows } = await sql<{ max_files_mb: number | null }>`
    select max_files_mb from tenants where id = ${tenantId}`.execute(db);
  return rows[0]?.max_files_mb ?? null;
}

/** Whether all of these addresses are pictures uploaded by the caller. */
export async function ownPictures(trx: Trx, caller: Caller, addresses: readonly string[]): Promise<boolean> {
  const ids = [...new Set(addresses.map((address) => address.replace('/files/', '').toLowerCase()))];
  if (ids.length === 0) return true;
  if (!ids.every(isUuid)) return false;
  const { rows } = await sql<{ type: string }>`
    select type from files where id = any(${ids}::uuid[]) and account_id = ${caller.accountId}`.execute(trx);
  return rows.length === ids.length && rows.every(({ type }) => isImage(type));
}
