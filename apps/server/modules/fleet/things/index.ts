import type { Caller, Ctx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import type { Module } from '../../../platform/module.ts';
import { Notices } from '../../../platform/notices.ts';
import type { Services } from '../../../platform/services.ts';
import { type Accounts, seesTenant } from '../../people/accounts/index.ts';
import type { DeviceModels } from '../device-models/index.ts';
import { authenticateAtBroker, authenticateDevice } from './authenticate-device.ts';
import { bindThings } from './bind-things.ts';
import type { Core, DeletionListener, ZoneListener } from './core.ts';
import { deleteThing } from './delete-thing.ts';
import { onThingNotice } from './disconnect-device.ts';
import { findThing, findThings } from './find-thing.ts';
import {
  type NewBoundThing,
  type NewThing,
  type Registered,
  type RegisteredIn,
  registerIn,
  registerThings,
} from './register-thing.ts';
import { Registry } from './registry.ts';
import { reportWrongSecrets, type WrongSecretsListener } from './report-wrong-secrets.ts';
import { rotateSecret } from './rotate-secret.ts';
import { thingRoutes } from './routes.ts';
import { legacyThingRoutes } from './routes-legacy.ts';
import { SecretGuard } from './secret-guard.ts';
import { SecretReports } from './secret-reports.ts';
import {
  type DeviceRow,
  devices,
  type ThingRow,
  takenDevids,
  tenantCount,
  type VisibleKey,
  visibilityKey,
  visibleKeys,
  visibleThings,
} from './store.ts';
import { unbindThings } from './unbind-things.ts';

export { bindIn } from './bind-things.ts';
export { chargeOf } from './charge-of.ts';
export { findThing, findThings } from './find-thing.ts';
export { offlineAfter_s } from './offline-after.ts';
export type { NewBoundThing, NewThing, Registered } from './register-thing.ts';
export {
  type DeviceRow,
  devices as registeredDevices,
  lockThing,
  type ThingRow,
  tenantTimeZone,
  type VisibleKey,
} from './store.ts';
export { unbindOthers } from './unbind-things.ts';
export { changeZones, zoneChange } from './update-thing.ts';

/** The registry of things. */
export interface Things extends Module {
  /** A visible thing by its id or devid (interpretation A50). @throws notFound */
  find(caller: Caller, idOrDevid: string): Promise<ThingRow>;
  /**
   * Several, in the requested order, without duplicates. @throws notFound when any is unknown or not visible to the
   * caller
   */
  findMany(caller: Caller, idsOrDevids: readonly string[]): Promise<ThingRow[]>;
  /** The visible ones of these things, unordered. */
  seenOf(caller: Caller, idsOrDevids: readonly string[]): Promise<ThingRow[]>;
  /** Every thing the caller sees. */
  visibleKeys(caller: Caller): Promise<VisibleKey[]>;
  /** A cache key that changes with {@link visibleKeys}; callers that cache answers must check it each time. */
  visibilityKey(caller: Caller): Promise<string>;
  /**
   * Devids that the caller sees now, for live streams; `all` when the instance has one tenant and the caller is its main
   * account.
   */
  visibleDevids(caller: Caller): Promise<ReadonlySet<string> | 'all'>;
  /**
   * The device with these credentials, null when they are wrong. Takes constant time.
   * @throws tooMany while a device has to wait at an address after wrong secrets
   */
  authenticateDevice(devid: string, secret: string, address: string): Promise<DeviceRow | null>;
  /** The same for a broker that does not report the address: wrong secrets are reported, but nobody has to wait. */
  authenticateAtBroker(devid: string, secret: string): Promise<DeviceRow | null>;
  /** Calls `listener` after ten attempts at a device with wrong secrets, and every few seconds while they continue. */
  onWrongSecrets(listener: WrongSecretsListener): void;
  /** Calls `listener` within each transaction that deletes things. */
  onDelete(listener: DeletionListener): void;
  /** Calls `listener` in the transaction in which somebody changes the time zone of a thing. */
  onZoneChange(listener: ZoneListener): void;
  /** Points and settings of a model of a tenant; undefined for an unknown name. */
  dictionary: DeviceModels['dictionary'];
  /** Names of the models that new devices of a tenant can have. */
  modelNames: DeviceModels['names'];
  /** A registered device by devid, from a cache that changes invalidate; null when unknown. */
  byDevid(devid: string): Promise<DeviceRow | null>;
  /** Registers things, all or none, and returns their secrets once. @throws forbidden, validation, conflict */
  register(ctx: Ctx, inputs: readonly NewThing[]): Promise<Registered[]>;
  /**
   * Registers things within the caller's transaction, all or none, each bound to the accounts it names. Devices cannot
   * connect before `committed` of the result is called.
   * @throws forbidden, validation, conflict
   */
  registerIn(trx: Trx, ctx: Ctx, inputs: readonly NewBoundThing[]): Promise<RegisteredIn>;
  /** Devids among these that are registered already, in any tenant. */
  taken(devids: readonly string[]): Promise<Set<string>>;
  /** Binds every thing to every account. @throws forbidden, notFound, validation */
  bind(ctx: Ctx, userIds: readonly string[], idsOrDevids: readonly string[]): Promise<number>;
  /** Ends these bindings. @throws forbidden, notFound */
  unbind(ctx: Ctx, userIds: readonly string[], idsOrDevids: readonly string[]): Promise<number>;
  /** A new MQTT secret; the old one is revoked immediately. @throws forbidden, notFound */
  rotateSecret(ctx: Ctx, idOrDevid: string): Promise<{ secret: string }>;
  /** Removes a thing from the registry; its history stays. @throws forbidden, notFound */
  remove(ctx: Ctx, idOrDevid: string): Promise<void>;
}

/** @param _accounts Makes the dependency explicit: accounts decide who sees which thing. */
export async function createThings(
  services: Services,
  _accounts: Accounts,
  models: DeviceModels,
): Promise<Things> {
  const { db, pool, log } = services;
  const notices = new Notices(pool, log, 'voltloop_things', {
    onNotice: (notice) => onThingNotice(core, notice),
    onGap: () => core.registry.invalidateAll(),
  });
  const wrongSecretListeners: WrongSecretsListener[] = [];
  const core: Core = {
    services,
    models,
    registry: new Registry(
      (devids) => devices(db, devids),
      () => notices.listening,
    ),
    deletionListeners: [],
    guard: new SecretGuard(),
    zoneListeners: [],
    reports: new SecretReports(async (report) => {
      try {
        const device = await core.registry.byDevid(report.devid);
        await reportWrongSecrets(services, device, report, wrongSecretListeners);
      } catch (err) {
        log.warn({ err, devid: report.devid }, 'wrong device secrets were not reported');
      }
    }),
  };
  return {
    find: (caller, idOrDevid) => findThing(db, caller, idOrDevid),
    findMany: (caller, names) => findThings(db, caller, names),
    seenOf: (caller, names) => visibleThings(db, caller, names),
    visibleKeys: (caller) => visibleKeys(db, caller),
    // A changed zone or registration invalidates the registry.
    visibilityKey: async (caller) => `${core.registry.generation} ${await visibilityKey(db, caller)}`,
    async visibleDevids(caller) {
      if (seesTenant(caller) && (await tenantCount(db)) === 1) return 'all';
      return new Set((await visibleKeys(db, caller)).map((t) => t.devid));
    },
    authenticateDevice: (devid, secret, address) => authenticateDevice(core, devid, secret, address),
    authenticateAtBroker: (devid, secret) => authenticateAtBroker(core, devid, secret),
    onWrongSecrets: (listener) => void wrongSecretListeners.push(listener),
    onDelete: (listener) => void core.deletionListeners.push(listener),
    onZoneChange: (listener) => void core.zoneListeners.push(listener),
    dictionary: models.dictionary,
    modelNames: models.names,
    byDevid: (devid) => core.registry.byDevid(devid),
    register: (ctx, inputs) => registerThings(core, ctx, inputs),
    registerIn: (trx, ctx, inputs) => registerIn(core, trx, ctx, inputs),
    taken: (devids) => takenDevids(db, devids),
    bind: async (ctx, userIds, names) => (await bindThings(core, ctx, userIds, names)).changed,
    unbind: async (ctx, userIds, names) => (await unbindThings(core, ctx, userIds, names)).changed,
    rotateSecret: (ctx, idOrDevid) => rotateSecret(core, ctx, idOrDevid),
    remove: (ctx, idOrDevid) => deleteThing(core, ctx, idOrDevid),
    routes(http) {
      thingRoutes(http, core);
      if (services.config.legacyApi) legacyThingRoutes(http, core);
    },
    start: () => notices.start(),
    async stop() {
      await core.reports.stop();
      await notices.stop();
    },
  };
}
