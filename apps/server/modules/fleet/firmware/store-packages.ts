import type { FirmwareKey, FirmwarePackage, PackageKind } from '@voltloop/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Caller } from '../../../platform/ctx.ts';
import type { Db, Trx } from '../../../platform/db.ts';
import { type PageWindow, readPage } from '../../../platform/paging.ts';
import { isUuid } from '../../../platform/uuid.ts';
import { subtree } from '../../people/accounts/index.ts';

export interface PackageRow {
  id: string;
  tenant_id: string;
  pkgtype: PackageKind;
  name: string;
  version: string;
  min_hw_version: string | null;
  release_note: string;
  /** Bytes; fits a double. */
  size: number;
  sha256: Buffer;
  signature: Buffer;
  key_name: string;
  state: FirmwarePackage['state'];
  publish_time: Date | null;
  upload_time: Date;
  uploader: string | null;
}

/** A package on the wire; times in epoch ms. */
export function toPackage(row: PackageRow): FirmwarePackage {
  return {
    id: row.id,
    pkgtype: row.pkgtype,
    name: row.name,
    version: row.version,
    size: row.size,
    sha256: row.sha256.toString('hex'),
    signature: row.signature.toString('base64'),
    signed_by: row.key_name,
    file_url: `/v1/out-filemanager/tenants/${row.tenant_id}/package/${row.id}`,
    release_note: row.release_note,
    min_hw_version: row.min_hw_version,
    state: row.state,
    publish_time: row.publish_time?.getTime() ?? null,
    upload_time: row.upload_time.getTime(),
    uploaded_by: row.uploader,
  };
}

export const PACKAGE_FILES = 'firmware';
/** File of a package's bytes. */
export const fileKey = (packageId: string): string => `${PACKAGE_FILES}/${packageId}`;

/** Packages of the caller's tenant, with the uploader's name, if the caller may see it. */
const packages = (caller: Caller, where: RawBuilder<unknown>) => sql`
  from firmware_packages p
  join firmware_keys k on k.id = p.key_id
  left join accounts a on a.id = p.uploaded_by and ${subtree(caller, 'a', { deletedToo: true })}
  where p.tenant_id = ${caller.tenantId}::uuid and ${where}`;
const columns = sql`p.id, p.tenant_id, p.pkgtype, p.name, p.version, p.min_hw_version, p.release_note,
  p.size::float8 as size, p.sha256, p.signature, k.name as key_name, p.state, p.publish_time, p.upload_time,
  a.user_name as uploader`;

/** One package of the caller's tenant. */
export async function packageById(db: Db | Trx, caller: Caller, id: string): Promise<PackageRow | undefined> {
  if (!isUuid(id)) return undefined;
  const { rows } = await sql<PackageRow>`select ${columns} ${packages(caller, sql`p.id = ${id}`)}`.execute(
    db,
  );
  return rows[0];
}

/** Locks a package until the transaction ends; returns its state, undefined when the tenant has no such package. */
export async function lockPackage(trx: Trx, tenantId: string, id: string) {
  if (!isUuid(id)) return undefined;
  const { rows } = await sql<{ state: FirmwarePackage['state']; pkgtype: string; version: string }>`
    select state, pkgtype, version from firmware_packages where id = ${id} and tenant_id = ${tenantId}::uuid
    for update`.execute(trx);
  return rows[0];
}

/** The highest published version of a kind, or the given version; of several, the one published last. */
export async function publishedPackage(
  db: Db,
  caller: Caller,
  pkgtype: PackageKind,
  version?: string,
): Promise<PackageRow | undefined> {
  const only = version === undefined ? sql`true` : sql`p.version = ${version}`;
  const { rows } = await sql<PackageRow>`
    select ${columns} ${packages(caller, sql`p.pkgtype = ${pkgtype} and p.state = 'published' and ${only}`)}
    order by version_order(p.version) desc, p.publish_time desc limit 1`.execute(db);
  return rows[0];
}

export async function packagePage(
  db: Db,
  caller: Caller,
  filter: { pkgtype?: PackageKind | undefined; publishedOnly: boolean },
  window: PageWindow,
): Promise<{ rows: PackageRow[]; total: number }> {
  const kind = filter.pkgtype ? sql`p.pkgtype = ${filter.pkgtype}` : sql`true`;
  const state = filter.publishedOnly ? sql`p.state = 'published'` : sql`true`;
  const from = packages(caller, sql`${kind} and ${state}`);
  const order = sql`p.pkgtype, version_order(p.version) desc, p.upload_time desc, p.id`;
  return readPage(db, window, { columns, from, order });
}

export interface NewPackage {
  id: string;
  tenantId: string;
  pkgtype: PackageKind;
  name: string;
  version: string;
  minHwVersion: string | null;
  releaseNote: string;
  size: number;
  sha256: Buffer;
  signature: Buffer;
  keyId: string;
  published: boolean;
  uploadedBy: string;
  now: Date;
}

export async function insertPackage(trx: Trx, p: NewPackage): Promise<void> {
  await sql`insert into firmware_packages (id, tenant_id, pkgtype, name, version, min_hw_version, release_note, size,
      sha256, signature, key_id, state, publish_time, uploaded_by, upload_time)
    values (${p.id}, ${p.tenantId}, ${p.pkgtype}, ${p.name}, ${p.version}, ${p.minHwVersion}, ${p.releaseNote},
      ${p.size}, ${p.sha256}, ${p.signature}, ${p.keyId}, ${p.published ? 'published' : 'draft'},
      ${p.published ? p.now : null}, ${p.uploadedBy}, ${p.now})`.execute(trx);
}

/** Whether a version of a kind exists (and is not withdrawn). */
export async function versionTaken(
  db: Db,
  tenantId: string,
  pkgtype: PackageKind,
  version: string,
): Promise<boolean> {
  const { rows } = await sql`select from firmware_packages
    where tenant_id = ${tenantId}::uuid and pkgtype = ${pkgtype} and version = ${version} and state <> 'withdrawn'`.execute(
    db,
  );
  return rows.length > 0;
}

export const isVersionConflict = (e: unknown): boolean =>
  (e as { constraint?: string }).constraint === 'firmware_packages_once';

export async function setPackageState(
  trx: Trx,
  id: string,
  state: FirmwarePackage['state'],
  now: Date,
): Promise<void> {
  await sql`update firmware_packages set state = ${state},
      publish_time = case when ${state} = 'published' then ${now}::timestamptz else publish_time end
    where id = ${id}`.execute(trx);
}

export interface KeyRow {
  id: string;
  name: string;
  public_key: Buffer;
  created_at: Date;
  creator: string | null;
}

export const toKey = (row: KeyRow): FirmwareKey => ({
  id: row.id,
  name: row.name,
  public_key: row.public_key.toString('base64'),
  created_at: row.created_at.getTime(),
  created_by: row.creator,
});

/** The trusted keys of the caller's tenant, oldest first. */
export async function trustedKeys(db: Db | Trx, caller: Caller): Promise<KeyRow[]> {
  const { rows } = await sql<KeyRow>`
    select k.id, k.name, k.public_key, k.created_at, a.user_name as creator
    from firmware_keys k
    left join accounts a on a.id = k.created_by and ${subtree(caller, 'a', { deletedToo: true })}
    where k.tenant_id = ${caller.tenantId}::uuid and k.revoked_at is null
    order by k.created_at, k.id`.execute(db);
  return rows;
}

export async function insertKey(
  trx: Trx,
  key: { tenantId: string; name: string; publicKey: Buffer; by: string; now: Date },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into firmware_keys (tenant_id, name, public_key, created_by, created_at)
    values (${key.tenantId}, ${key.name}, ${key.publicKey}, ${key.by}, ${key.now}) returning id`.execute(trx);
  return rows[0]?.id ?? '';
}

export const isKeyConflict = (e: unknown): boolean =>
  (e as { constraint?: string }).constraint === 'firmware_keys_once';

/** Revokes a key. Returns its name, undefined when the tenant does not trust it. */
export async function revokeKeyRow(trx: Trx, tenantId: string, id: string, now: Date) {
  if (!isUuid(id)) return undefined;
  const { rows } = await sql<{ name: string }>`
    update firmware_keys set revoked_at = ${now}
    where id = ${id} and tenant_id = ${tenantId}::uuid and revoked_at is null returning name`.execute(trx);
  return rows[0];
}

/** Locks a trusted key, so that it cannot be revoked while a package signed with it is written. */
export async function lockKey(trx: Trx, id: string): Promise<boolean> {
  const { rows } =
    await sql`select from firmware_keys where id = ${id} and revoked_at is null for share`.execute(trx);
  return rows.length > 0;
}

/** Ids of the packages signed with a key that are not withdrawn. */
export async function packagesOfKey(trx: Trx, keyId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from firmware_packages where key_id = ${keyId} and state <> 'withdrawn' order by id for update`.execute(
    trx,
  );
  return rows.map((r) => r.id);
}

/** Which of these ids are packages. */
export async function packagesWithRow(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from firmware_packages where id = any(${[...ids]}::uuid[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
