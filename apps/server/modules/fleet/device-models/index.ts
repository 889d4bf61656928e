import type { Dictionary } from '@voltloop/protocol/dictionary.ts';
import type { Module } from '../../../platform/module.ts';
import { Notices } from '../../../platform/notices.ts';
import type { Services } from '../../../platform/services.ts';
import { builtInNames, type KnownModel, KnownModels } from './known-models.ts';
import { deviceModelRoutes } from './routes.ts';
import { activeNames } from './store.ts';

export { type KnownModel, KnownModels } from './known-models.ts';

/** Which models devices can have: those of the server, and those of their tenant (docs/decisions/0153). */
export interface DeviceModels extends Module {
  /** A model that devices of the tenant can have; null for an unknown name. */
  model(tenantId: string, name: string): Promise<KnownModel | null>;
  /** Points and settings of {@link model}; undefined for an unknown name. */
  dictionary(tenantId: string, name: string): Promise<Dictionary | undefined>;
  /** Names of all models that new devices of the tenant can have. */
  names(tenantId: string): Promise<Set<string>>;
}

/** Whether a device speaks topics of its own, which its model maps. */
export async function isForeign(
  models: Pick<DeviceModels, 'model'>,
  { tenantId, infoModelId }: { tenantId: string; infoModelId: string },
): Promise<boolean> {
  return ((await models.model(tenantId, infoModelId))?.mapping ?? null) !== null;
}

export function createDeviceModels(services: Services): DeviceModels {
  const { db, pool, log } = services;
  const notices = new Notices(pool, log, 'voltloop_models', {
    onNotice: (notice) => known.forget(notice),
    onGap: () => known.forgetAll(),
  });
  const known = new KnownModels(db, () => notices.listening);
  return {
    model: (tenantId, name) => known.get(tenantId, name),
    dictionary: async (tenantId, name) => (await known.get(tenantId, name))?.dictionary,
    names: async (tenantId) => new Set([...builtInNames, ...(await activeNames(db, tenantId))]),
    routes: (http) => deviceModelRoutes(http, services),
    start: () => notices.start(),
    stop: () => notices.stop(),
  };
}
