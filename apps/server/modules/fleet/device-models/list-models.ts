import type { DeviceModelSummary, getDeviceModel, ReplyOf } from '@voltloop/contract';
import { type DeviceModel, rolesOf } from '@voltloop/device-models';
import { builtInDictionaries } from '@voltloop/protocol/dictionary.ts';
import type { Db } from '../../../platform/db.ts';
import { notFound } from '../../../platform/errors.ts';
import { countDevices, type VersionRow, versionsOf, versionsOfTenant } from './store.ts';

/** Models of the server first, then those of the tenant by name. */
export async function listModels(db: Db, tenantId: string): Promise<DeviceModelSummary[]> {
  const [rows, devices] = await Promise.all([versionsOfTenant(db, tenantId), countDevices(db, tenantId)]);
  const own = [...Map.groupBy(rows, ({ name }) => name).values()];
  return [
    ...builtInDictionaries.map(({ model }) => ({
      id: model.id,
      label: model.label,
      vendor: '',
      built_in: true,
      active_version: model.version,
      draft_version: null,
      points: model.points.length,
      settings: model.settings.length,
      devices: devices.get(model.id) ?? 0,
      changed_at: null,
    })),
    ...own.map((versions) => summary(versions, devices)),
  ];
}

/** One model of the tenant. @throws notFound */
export async function summaryOf(db: Db, tenantId: string, name: string): Promise<DeviceModelSummary> {
  const versions = await versionsOf(db, tenantId, name);
  if (versions.length === 0) throw notFound();
  return summary(versions, await countDevices(db, tenantId));
}

/** All versions of a model of the tenant. @throws notFound */
export async function readModel(
  db: Db,
  tenantId: string,
  name: string,
): Promise<ReplyOf<typeof getDeviceModel>> {
  const versions = await versionsOf(db, tenantId, name);
  if (versions.length === 0) throw notFound();
  return {
    id: name,
    devices: (await countDevices(db, tenantId)).get(name) ?? 0,
    versions: versions.map(({ version, state, revision, changedAt, activatedAt, document }) => ({
      version,
      state,
      revision,
      changed_at: changedAt.getTime(),
      activated_at: activatedAt?.getTime() ?? null,
      document: document as DeviceModel,
    })),
  };
}

/** @param versions at least one, the newest first */
function summary(versions: readonly VersionRow[], devices: ReadonlyMap<string, number>): DeviceModelSummary {
  const active = versions.find(({ state }) => state === 'active');
  const draft = versions.find(({ state }) => state === 'draft');
  const shown = active ?? draft ?? (versions[0] as VersionRow);
  const document = shown.document as DeviceModel;
  return {
    id: shown.name,
    label: document.name,
    vendor: document.vendor,
    built_in: false,
    active_version: active?.version ?? null,
    draft_version: draft?.version ?? null,
    points: document.points.length + rolesOf(document).length,
    settings: 0,
    devices: devices.get(shown.name) ?? 0,
    changed_at: Math.max(...versions.map(({ changedAt }) => changedAt.getTime())),
  };
}
