import { evaluateFix, type Fix, isAlarm, type Stay } from '@voltloop/resources/geofence/fence-state.ts';
import type { Trx } from '../../../platform/db.ts';
import type { EventNews } from '../events/index.ts';
import { type AlarmStep, codeOf, kindOf, writeSteps } from './alarms.ts';
import { type Fence, inBox } from './fences.ts';
import {
  activeAlarms,
  dropStays,
  lockPositions,
  type StayRow,
  staysOf,
  vehiclesOfBatteries,
  type Watched,
  watchedThrough,
  writePositions,
  writeStays,
} from './store.ts';
import { lockFences } from './store-fences.ts';

/** The node's fences are stale: they are read again and the evaluation is repeated. */
export class StaleFences extends Error {}

type FencesOf = (tenantId: string) => readonly Fence[];

/** Positions of one thing newer than its last known one, in order. */
interface Track {
  thingId: string;
  before: Fix | null;
  fixes: readonly Fix[];
  fences: readonly Fence[];
}

/**
 * Evaluates positions against the fences of their tenants and stores the changes. Positions older than the thing's last
 * known one change nothing.
 * @throws StaleFences
 */
export async function evaluate(
  trx: Trx,
  fencesOf: FencesOf,
  positions: readonly (Fix & { thingId: string })[],
): Promise<EventNews[]> {
  const known = await lockPositions(trx, [...new Set(positions.map(({ thingId }) => thingId))]);
  const byThing = Map.groupBy(positions, ({ thingId }) => thingId);
  const stays = Map.groupBy(await staysOf(trx, [...known.keys()]), ({ thingId }) => thingId);
  const tracks = [...known].flatMap(([thingId, { tenantId, fix: before }]): Track[] => {
    const fixes = inOrder(byThing.get(thingId) ?? [], before);
    if (fixes.length === 0) return [];
    const own = new Set(stays.get(thingId)?.map(({ fenceId }) => fenceId));
    const moved = fixes.filter((fix) => !isSamePlace(before, fix));
    const places = moved.length > 0 && before ? [before, ...moved] : moved;
    const fences = fencesOf(tenantId).filter(
      ({ id, box }) => own.has(id) || places.some((place) => inBox(box, place)),
    );
    return [{ thingId, before, fixes, fences }];
  });
  if (tracks.length === 0) return [];
  await writePositions(trx, new Map(tracks.map(({ thingId, fixes }) => [thingId, fixes.at(-1) as Fix])));

  const alarms = Map.groupBy(
    await activeAlarms(trx, { thingIds: tracks.map(({ thingId }) => thingId) }),
    ({ thingId }) => thingId,
  );
  const near = tracks.filter(({ thingId, fences }) => fences.length > 0 || alarms.has(thingId));
  const evaluated = new Map(near.flatMap(({ fences }) => fences.map((fence) => [fence.id, fence] as const)));
  const versions = await lockFences(trx, [...evaluated.keys()]);
  for (const [id, { version }] of evaluated) if (versions.get(id) !== version) throw new StaleFences();
  const watches = await watcher(
    trx,
    [...evaluated.values()],
    near.map(({ thingId }) => thingId),
  );

  const steps: AlarmStep[] = [];
  const kept: StayRow[] = [];
  const dropped: { fenceId: string; thingId: string }[] = [];
  for (const track of near) {
    const { thingId, fences, fixes } = track;
    const open = new Set(alarms.get(thingId)?.map(({ code }) => code));
    for (const fence of fences) {
      const stay = stays.get(thingId)?.find(({ fenceId }) => fenceId === fence.id) ?? null;
      const who = watches(fence, thingId);
      const after = who ? follow(track, fence, stay, who, open, steps) : null;
      if (after) kept.push({ ...after, fenceId: fence.id, thingId });
      else if (stay) dropped.push({ fenceId: fence.id, thingId });
      if (!who)
        for (const change of ['enter', 'leave', 'dwell'] as const) {
          const code = codeOf(fence, change);
          if (open.has(code))
            steps.push({ what: 'clear', thingId, code, time_ms: (fixes.at(-1) as Fix).time_ms });
        }
    }
  }
  await writeStays(trx, kept);
  await dropStays(trx, dropped);
  return writeSteps(trx, steps);
}

const isSamePlace = (a: Fix | null, b: Fix) => a?.longitude === b.longitude && a.latitude === b.latitude;

/** Positions newer than the last known one, by device time; those with the same time count once. */
function inOrder(fixes: readonly Fix[], before: Fix | null): Fix[] {
  let last_ms = before?.time_ms ?? Number.NEGATIVE_INFINITY;
  return [...fixes]
    .sort((a, b) => a.time_ms - b.time_ms)
    .filter(({ time_ms }) => {
      const isNewer = time_ms > last_ms;
      if (isNewer) last_ms = time_ms;
      return isNewer;
    });
}

/** Evaluates a thing's positions against one fence. @returns whether it is inside afterwards */
function follow(
  { thingId, before, fixes }: Track,
  fence: Fence,
  known: Stay | null,
  who: Watched,
  open: Set<string>,
  steps: AlarmStep[],
): Stay | null {
  let [stay, last] = [known, before];
  for (const fix of fixes) {
    const evaluated = evaluateFix(fence.area, stay, last, fix, fence.dwell_min);
    for (const each of evaluated.changes) {
      const over = { enter: ['leave'], leave: ['enter', 'dwell'], dwell: [] } as const;
      for (const change of over[each.change]) {
        const code = codeOf(fence, change);
        if (open.delete(code)) steps.push({ what: 'clear', thingId, code, time_ms: each.time_ms });
      }
      if (!isAlarm(each, fence)) continue;
      steps.push(raiseOf(fence, each, who, fix));
      open.add(codeOf(fence, each.change));
    }
    stay = evaluated.stay;
    last = fix;
  }
  return stay;
}

/** The step that raises an alarm. */
export function raiseOf(
  fence: Fence,
  { change, time_ms }: { change: 'enter' | 'leave' | 'dwell'; time_ms: number },
  who: Watched,
  { longitude, latitude }: Fix,
): AlarmStep {
  const { thingId, vehicleId, driverId, plateNo, devname } = who;
  return {
    what: 'raise',
    thingId,
    kind: kindOf(fence, change, plateNo ?? devname),
    alarm: { fenceId: fence.id, thingId, change, time_ms, vehicleId, driverId, longitude, latitude },
  };
}

/** The target that a fence watches through a thing; undefined without one. */
export async function watcher(
  trx: Trx,
  fences: readonly Fence[],
  thingIds: readonly string[],
): Promise<(fence: Fence, thingId: string) => Watched | undefined> {
  const who = await watchedThrough(trx, thingIds);
  const batteries = fences.flatMap(({ appliesTo, targets }) => (appliesTo === 'battery' ? [...targets] : []));
  const vehicles = await vehiclesOfBatteries(trx, [...new Set(batteries)]);
  return (fence, thingId) => {
    const watched = who.get(thingId);
    return watched && isWatched(fence, watched, vehicles) ? watched : undefined;
  };
}

function isWatched(
  { appliesTo, targets }: Fence,
  { vehicleId, driverId, carriesBattery }: Watched,
  vehicles: ReadonlyMap<string, string>,
): boolean {
  switch (appliesTo) {
    case 'device':
      return true;
    case 'vehicle':
      return vehicleId !== null && (targets.size === 0 || targets.has(vehicleId));
    case 'driver':
      return driverId !== null && (targets.size === 0 || targets.has(driverId));
    case 'battery':
      return targets.size === 0
        ? carriesBattery
        : vehicleId !== null && [...targets].some((id) => vehicles.get(id) === vehicleId);
  }
}
