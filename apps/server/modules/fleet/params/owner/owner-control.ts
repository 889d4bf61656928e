import type { OwnerChoice, OwnerControl } from '@voltloop/contract';
import { type SettingRole, settingRoles } from '@voltloop/device-models/roles.ts';
import { limitProblems } from '@voltloop/domain/owner-control/limits.ts';
import { type OwnerValues, ownerValuesOf, settingsOfOwner } from '@voltloop/domain/owner-control/settings.ts';
import type { InfoModel } from '@voltloop/protocol';
import { builtInModel } from '@voltloop/protocol/dictionary.ts';
import type { Ctx } from '../../../../platform/ctx.ts';
import { AppError, fieldError, forbidden } from '../../../../platform/errors.ts';
import type { ThingRow } from '../../things/index.ts';
import type { Core } from '../core.ts';
import { readParams } from '../read-params.ts';
import type { Values } from '../rules.ts';
import { startBatch } from '../start-batch.ts';
import { knownOf } from '../store-sets.ts';
import { type LimitsChange, saveLimits } from './save-limits.ts';
import { newestChange, type OwnerChangeRow } from './store-changes.ts';
import { accountLimitsOfThing, limitsOf } from './store-limits.ts';

/** How long a change waits for an offline device, s: later its owner may no longer want it. */
const WAIT_S = 3600;
/** Roles that set limits: main account, factories, agents, installation companies. */
const mayLimit = (ctx: Ctx): boolean => ctx.caller.roleId <= 3;

/** Settings that the owner of a battery may change, with their values. @throws notFound outside the subtree */
export async function readOwnerControl(core: Core, ctx: Ctx, name: string): Promise<OwnerControl> {
  return view(core, ctx, await core.things.find(ctx.caller, name));
}

/** Reads the owner's settings from the device. @throws as readParams; conflict immediately when it is offline */
export async function refreshOwnerControl(
  core: Core,
  ctx: Ctx,
  input: { thing: string; signal: AbortSignal },
): Promise<OwnerControl> {
  const thing = await core.things.find(ctx.caller, input.thing);
  const { online } = await knownOf(core.services.db, thing.id);
  if (!online) throw new AppError('conflict', { message: 'The device is offline' });
  const settings = settingsFor(thing);
  await readParams(core, ctx, { ...input, keys: Object.values(settings) });
  return view(core, ctx, thing);
}

/**
 * Sends an owner's choice, when the current limits allow it.
 * @throws notFound; forbidden when owners may change nothing; validation with the field that is not allowed, or for a
 * device without these settings
 */
export async function setOwnerControl(
  core: Core,
  ctx: Ctx,
  name: string,
  choice: OwnerChoice,
): Promise<OwnerControl> {
  const thing = await core.things.find(ctx.caller, name);
  const settings = settingsFor(thing);
  const { limits } = await limitsOfThing(core, thing.id);
  if (!limits?.enabled) throw forbidden();
  const fields = limitProblems(choice, limits).map((each) => ({ ...each, message: each.key }));
  if (fields.length > 0) throw new AppError('validation', { fields });
  const values = Object.fromEntries(
    Object.entries(settingsOfOwner(choice)).map(([role, value]) => [settings[role as SettingRole], value]),
  );
  await startBatch(core, ctx, { name: '', values, things: [thing.id], wait_s: WAIT_S }, { owner: true });
  return view(core, ctx, thing);
}

/** @throws notFound; conflict after a concurrent change of the limits */
export async function setThingLimits(
  core: Core,
  ctx: Ctx,
  name: string,
  change: LimitsChange,
): Promise<OwnerControl> {
  const thing = await core.things.find(ctx.caller, name);
  await saveLimits(core, ctx, { thing: thing.id }, change);
  return view(core, ctx, thing);
}

type OwnerSettings = Record<SettingRole, string>;

/** The keys of a model's settings by role; null if it lacks one of them. */
function ownerSettings(model: InfoModel | undefined): OwnerSettings | null {
  const keys = new Map(model?.settings.flatMap(({ key, role }) => (role ? [[role, key] as const] : [])));
  if (settingRoles.some((role) => !keys.has(role))) return null;
  return Object.fromEntries(settingRoles.map((role) => [role, keys.get(role)])) as OwnerSettings;
}

/** @throws validation for a device without them */
function settingsFor(thing: ThingRow): OwnerSettings {
  const settings = ownerSettings(builtInModel(thing.infoModelId));
  if (!settings) throw fieldError('thing', 'params.otherModel', 'This device type has no such settings');
  return settings;
}

/** Values of settings by their roles. */
const byRole = (settings: OwnerSettings, values: Readonly<Record<string, number | undefined>>) =>
  Object.fromEntries(
    Object.entries(settings).flatMap(([role, key]) =>
      values[key] === undefined ? [] : [[role, values[key]]],
    ),
  ) as Partial<Record<SettingRole, number>>;

async function limitsOfThing(core: Core, thingId: string) {
  const { db } = core.services;
  const own = await limitsOf(db, { thing: thingId });
  const found = own ?? (await accountLimitsOfThing(db, thingId));
  const from = own ? ('thing' as const) : found ? ('account' as const) : null;
  return { own, limits: found?.limits ?? null, from };
}

async function view(core: Core, ctx: Ctx, thing: ThingRow): Promise<OwnerControl> {
  const { db } = core.services;
  const since_ms = thing.visibleFrom_ms;
  const [{ own, limits, from }, known, change] = await Promise.all([
    limitsOfThing(core, thing.id),
    knownOf(db, thing.id),
    newestChange(db, ctx.caller, thing.id, new Date(since_ms)),
  ]);
  const settings = ownerSettings(builtInModel(thing.infoModelId));
  const keys = settings ? Object.values(settings) : [];
  // Values set by a former owner are read from the device again for the next one.
  const read = Object.entries(known.known).filter(([key, { at }]) => keys.includes(key) && at >= since_ms);
  const values = ownerValuesOf(
    settings ? byRole(settings, Object.fromEntries(read.map(([key, { value }]) => [key, value]))) : {},
  );
  return {
    devid: thing.devid,
    supported: settings !== null,
    time_zone: thing.timeZone,
    online: known.online,
    limits,
    limits_from: from,
    own_limits: own && { limits: own.limits, version: own.version },
    may_limit: mayLimit(ctx),
    values,
    read_at: read.length > 0 ? Math.min(...read.map(([, { at }]) => at)) : null,
    outside: limits?.enabled ? outsideOf(values, limits) : [],
    change: change && settings && toChange(settings, change),
  };
}

function outsideOf(
  values: ReturnType<typeof ownerValuesOf>,
  limits: Parameters<typeof limitProblems>[1],
): OwnerControl['outside'] {
  const present: OwnerValues = {
    reserve_pct: values.reserve_pct ?? undefined,
    mode: values.mode ?? undefined,
    windows: values.windows ?? undefined,
  };
  const names = limitProblems(present, limits).map(({ path }) => path.split('.')[0]);
  return (['reserve_pct', 'mode', 'windows'] as const).filter((name) => names.includes(name));
}

function toChange(settings: OwnerSettings, row: OwnerChangeRow): NonNullable<OwnerControl['change']> {
  const { reserve_pct, mode, windows } = ownerValuesOf(byRole(settings, row.values as Values));
  const wanted = {
    ...(reserve_pct === null ? {} : { reserve_pct }),
    ...(mode === null ? {} : { mode }),
    ...(windows === null ? {} : { windows }),
  };
  return {
    state: row.state,
    reason: row.reason,
    error: row.error,
    wanted: wanted as OwnerChoice,
    created_at: row.created_at.getTime(),
    finished_at: row.finished_at?.getTime() ?? null,
    by: row.created_by,
  };
}
