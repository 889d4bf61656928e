import type { PointId } from '@voltloop/device-models';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db.ts';

/** SQL of device models. */

export type VersionState = 'draft' | 'active' | 'retired';

export interface VersionRow {
  modelId: string;
  tenantId: string;
  name: string;
  version: number;
  state: VersionState;
  document: unknown;
  revision: number;
  changedAt: Date;
  activatedAt: Date | null;
}

const version = sql`v.model_id as "modelId", m.tenant_id as "tenantId", m.name, v.version, v.state, v.document, v.revision,
  v.changed_at as "changedAt", v.activated_at as "activatedAt"`;
const versions = (where: RawBuilder<unknown>) => sql<VersionRow>`select ${version}
  from device_models m join device_model_versions v on v.model_id = m.id where ${where}
  order by lower(m.name), v.version desc`;

export async function versionsOfTenant(db: Db | Trx, tenantId: string): Promise<VersionRow[]> {
  return (await versions(sql`m.tenant_id = ${tenantId}::uuid`).execute(db)).rows;
}

/** All versions of a model, the newest first; empty for an unknown one. */
export async function versionsOf(db: Db | Trx, tenantId: string, name: string): Promise<VersionRow[]> {
  return (await versions(sql`m.tenant_id = ${tenantId}::uuid and m.name = ${name}`).execute(db)).rows;
}

/** The same, with the model locked until the transaction ends. */
export async function lockVersions(trx: Trx, tenantId: string, name: string): Promise<VersionRow[]> {
  await sql`select from device_models where tenant_id = ${tenantId}::uuid and name = ${name} for update`.execute(
    trx,
  );
  return versionsOf(trx, tenantId, name);
}

export async function pointIdsOf(db: Db | Trx, modelId: string): Promise<PointId[]> {
  const { rows } = await sql<PointId>`
    select id, key, meaning from device_model_points where model_id = ${modelId}::uuid order by id`.execute(
    db,
  );
  return rows;
}

/** Ids of things, not deleted, by the name of their model. */
export async function countDevices(db: Db | Trx, tenantId: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; count: number }>`
    select info_model_id as name, count(*)::int as count from things
    where tenant_id = ${tenantId}::uuid and deleted_at is null group by 1`.execute(db);
  return new Map(rows.map(({ name, count }) => [name, count]));
}

/** @throws the constraint `device_models_tenant_id_name_key` when the name is taken */
export async function insertModel(
  trx: Trx,
  model: { tenantId: string; name: string; accountId: string; now: Date },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into device_models (tenant_id, name, created_by, created_at)
    values (${model.tenantId}, ${model.name}, ${model.accountId}, ${model.now}) returning id`.execute(trx);
  return rows[0]?.id ?? '';
}

export const isNameTaken = (e: unknown): boolean =>
  (e as { constraint?: string }).constraint === 'device_models_tenant_id_name_key';

interface Written {
  modelId: string;
  version: number;
  document: unknown;
  accountId: string;
  now: Date;
}

export async function insertDraft(trx: Trx, draft: Written): Promise<void> {
  await sql`
    insert into device_model_versions (model_id, version, state, document, changed_by, changed_at)
    values (${draft.modelId}::uuid, ${draft.version}, 'draft', ${JSON.stringify(draft.document)}::jsonb,
      ${draft.accountId}, ${draft.now})`.execute(trx);
}

export async function writeDraft(trx: Trx, draft: Written): Promise<void> {
  await sql`
    update device_model_versions set document = ${JSON.stringify(draft.document)}::jsonb, revision = revision + 1,
      changed_by = ${draft.accountId}, changed_at = ${draft.now}
    where model_id = ${draft.modelId}::uuid and version = ${draft.version} and state = 'draft'`.execute(trx);
}

export async function deleteVersion(trx: Trx, modelId: string, version: number): Promise<void> {
  await sql`delete from device_model_versions where model_id = ${modelId}::uuid and version = ${version}`.execute(
    trx,
  );
}

export async function deleteModel(trx: Trx, modelId: string): Promise<void> {
  await sql`delete from device_models where id = ${modelId}::uuid`.execute(trx);
}

/** The active version becomes a retired one. */
export async function retireActive(trx: Trx, modelId: string): Promise<void> {
  await sql`update device_model_versions set state = 'retired'
    where model_id = ${modelId}::uuid and state = 'active'`.execute(trx);
}

export async function activate(trx: Trx, modelId: string, version: number, now: Date): Promise<void> {
  await sql`update device_model_versions set state = 'active', activated_at = ${now}
    where model_id = ${modelId}::uuid and version = ${version}`.execute(trx);
}

export const FIRST_POINT_ID = 1000;
export const LAST_POINT_ID = 65_535;

/** Gives new ids to points; false when the tenant has none left. The ids of a tenant are given one after another. */
export async function insertPointIds(
  trx: Trx,
  { tenantId, modelId, version }: { tenantId: string; modelId: string; version: number },
  points: readonly { key: string; meaning: string }[],
): Promise<boolean> {
  if (points.length === 0) return true;
  await sql`select from tenants where id = ${tenantId}::uuid for no key update`.execute(trx);
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(id), ${FIRST_POINT_ID - 1})::int as last from device_model_points
    where tenant_id = ${tenantId}::uuid`.execute(trx);
  const last = rows[0]?.last ?? LAST_POINT_ID;
  if (last + points.length > LAST_POINT_ID) return false;
  await sql`
    insert into device_model_points (tenant_id, id, model_id, key, meaning, since_version)
    select ${tenantId}::uuid, ${last}::int + n, ${modelId}::uuid, key, meaning, ${version}::int
    from unnest(${points.map(({ key }) => key)}::text[], ${points.map(({ meaning }) => meaning)}::text[])
      with ordinality as p (key, meaning, n)`.execute(trx);
  return true;
}

/** Names of the models that new devices of a tenant can have. */
export async function activeNames(db: Db | Trx, tenantId: string): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select m.name from device_models m join device_model_versions v on v.model_id = m.id and v.state = 'active'
    where m.tenant_id = ${tenantId}::uuid`.execute(db);
  return new Set(rows.map(({ name }) => name));
}
