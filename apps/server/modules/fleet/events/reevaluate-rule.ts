import type { FaultFrame } from './known-faults.ts';
import type { ChangeDeps } from './rule-scope.ts';
import { type RuleFields, type WatchedThing, watchedThings } from './store-rules.ts';
import { FaultWatch } from './watch-faults.ts';

/** Older readings raise no event; those of an active event count at any age. */
const MAX_AGE_MS = 2 * 3600_000;
/** Things evaluated at once. */
const CHUNK = 2000;

/**
 * Evaluates a changed rule with the newest readings of its things, as if they had just arrived: events begin or end also
 * for devices that are silent. Things without a stored reading are left as they are.
 */
export async function reevaluateRule(deps: ChangeDeps, ruleId: string, rule: RuleFields): Promise<void> {
  const things = await watchedThings(deps.db, rule, ruleId);
  const since_ms = deps.clock().getTime() - MAX_AGE_MS;
  const evaluate = async (some: WatchedThing[], from_ms: number) => {
    for (let i = 0; i < some.length; i += CHUNK)
      await evaluateSome(deps, some.slice(i, i + CHUNK), rule.point, from_ms);
  };
  await evaluate(
    things.filter((thing) => thing.active),
    0,
  );
  await evaluate(
    things.filter((thing) => !thing.active && thing.last_time && thing.last_time.getTime() >= since_ms),
    since_ms,
  );
}

async function evaluateSome(
  deps: ChangeDeps,
  things: readonly WatchedThing[],
  point: string,
  from_ms: number,
): Promise<void> {
  const byKey = new Map(things.map((thing) => [thing.key, thing]));
  const readings = await deps.telemetry.newestReadings([...byKey.keys()], point, from_ms);
  const received_ms = deps.clock().getTime();
  const frames: FaultFrame[] = [];
  for (const [key, of] of Map.groupBy(readings, (reading) => reading.thing)) {
    const thing = byKey.get(key);
    if (!thing) continue;
    const { id, devid, last_time } = thing;
    // Not late, although other points may have newer readings.
    const time_ms = Math.max(last_time?.getTime() ?? 0, ...of.map((reading) => reading.time_ms));
    const data = Object.fromEntries(of.filter((r) => r.pack === 0).map((r) => [point, r.value]));
    const packs = of.filter((r) => r.pack > 0).map((r) => ({ P_no: r.pack, [point]: r.value }));
    frames.push({ thing: { id }, devid, time_ms, received_ms, quality: 0, data, packs });
  }
  // One of its own: it reads the changed rule, and other nodes read again what it writes.
  const watch = new FaultWatch(deps, deps.telemetry);
  watch.update(frames);
  await watch.stop();
}
