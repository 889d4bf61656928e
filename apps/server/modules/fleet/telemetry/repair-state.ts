import { coreId } from '@voltloop/device-models/core-points.ts';
import { CLOCK_AHEAD_MS } from '@voltloop/protocol/read-frames.ts';
import { z } from 'zod';
import type { Query } from '../../../platform/clickhouse.ts';
import type { Services } from '../../../platform/services.ts';
import { addFrame, noChange, type StateChange, statePoints } from './state-rules.ts';
import { thingsByKey } from './store.ts';

const framesSince = {
  name: 'frames received since',
  sql: `
    select thing, toUnixTimestamp64Milli(max(time)) as time_ms, toUnixTimestamp64Milli(max(received)) as received_ms
    from frames
    where received >= fromUnixTimestamp64Milli({since:Int64}, 'UTC')
    group by thing`,
  row: z.object({ thing: z.number(), time_ms: z.number(), received_ms: z.number() }),
} satisfies Query<z.ZodType>;

const valuesAt = {
  name: 'newest values of some points',
  sql: `
    select thing, point, argMax(value, time) / 1000 as value
    from points
    where thing in {things:Array(UInt32)} and part = 0 and point in {points:Array(UInt16)}
      and time >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') and time <= fromUnixTimestamp64Milli({to:Int64}, 'UTC')
    group by thing, point`,
  row: z.object({ thing: z.number(), point: z.number(), value: z.number() }),
} satisfies Query<z.ZodType>;

/** Values of one report may come in several frames; those of the last two minutes belong together. */
const TOGETHER_MS = 120_000;

/** The state changes of all frames received at or after `since_ms`, as one change per thing. */
export async function findUnwritten(
  { clickhouse, db }: Pick<Services, 'clickhouse' | 'db'>,
  since_ms: number,
): Promise<StateChange[]> {
  const frames = await clickhouse.query(framesSince, { since: since_ms });
  if (frames.length === 0) return [];
  const ids = new Map(statePoints.map((key) => [coreId(key), key]));
  const values = await clickhouse.query(valuesAt, {
    things: frames.map((f) => f.thing),
    points: [...ids.keys()],
    from: frames.reduce((t, f) => Math.min(t, f.time_ms), Infinity) - TOGETHER_MS,
    // A fast clock must not override later frames.
    to: frames.reduce((t, f) => Math.max(t, Math.min(f.time_ms, f.received_ms + CLOCK_AHEAD_MS)), 0),
  });
  const data = new Map<number, Record<string, number>>();
  for (const { thing, point, value } of values) {
    const key = ids.get(point);
    if (key) data.set(thing, { ...data.get(thing), [key]: value });
  }
  const things = await thingsByKey(
    db,
    frames.map((f) => f.thing),
  );
  const known = new Map(things.map((t) => [t.key, t]));
  return frames.flatMap((frame) => {
    const thing = known.get(frame.thing);
    if (!thing) return [];
    const change = noChange(thing.id, thing.devid, frame.received_ms);
    addFrame(change, { ...frame, data: data.get(frame.thing) ?? {} });
    return [change];
  });
}
