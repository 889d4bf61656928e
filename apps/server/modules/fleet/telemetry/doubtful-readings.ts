import type {
  BodyOf,
  decideReadings,
  doubtfulReadings,
  ParamsOf,
  QueryOf,
  ReplyOf,
  restoreReadings,
} from '@voltloop/contract';
import { HE_BAT } from '@voltloop/protocol/he-bat/index.ts';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/db.ts';
import { fieldError, notFound } from '../../../platform/errors.ts';
import { notify } from '../../../platform/notices.ts';
import type { Things } from '../things/index.ts';
import { countersInModel } from './counter-limits.ts';
import type { Doubt } from './counter-rules.ts';
import {
  type CounterVerdicts,
  deleteVerdict,
  insertVerdict,
  VERDICTS_CHANGED,
  verdictsOf,
} from './counter-verdicts.ts';
import { type CounterStore, complete, openCounters } from './read-counters.ts';

/** A quarter of a year. */
const MAX_MS = 100 * 86_400_000;
/** Limit of listed readings; the earliest ones are left out. */
const MAX_LISTED = 500;

/** Tolerance for the clock of the caller. A verdict about later readings would outlive the caller's access to the device. */
const MAX_AHEAD_MS = 300_000;

interface Deps {
  db: Db;
  counters: CounterStore;
  things: Pick<Things, 'find'>;
  verdicts: CounterVerdicts;
}

const keyOf = new Map(HE_BAT.points.map(({ id, key }) => [id, key]));

/** Readings of a thing's counters that were not accepted at once, newest first, and what people decided. */
export async function readDoubtful(
  { db, counters: store, things }: Deps,
  ctx: Ctx,
  { params, query }: { params: ParamsOf<typeof doubtfulReadings>; query: QueryOf<typeof doubtfulReadings> },
): Promise<ReplyOf<typeof doubtfulReadings>> {
  const { id, key, visibleFrom_ms } = await things.find(ctx.caller, params.thingsId);
  const from_ms = Math.max(query.begin_time, visibleFrom_ms);
  if (query.end_time - query.begin_time > MAX_MS)
    throw fieldError('query.end_time', 'telemetry.rangeTooLong', 'At most 100 days');
  if (from_ms >= query.end_time) return { list: [], total: 0, verdicts: [] };
  const cuts = [from_ms, query.end_time];
  const oldest = new Map([[key, visibleFrom_ms]]);
  const counters = await openCounters(store, {
    things: [key],
    points: countersInModel,
    cuts,
    oldest,
    by: 'quarter',
  });
  await complete(store.clickhouse, counters, cuts, () => {});
  const found = counters.flatMap((counter) => {
    const doubts: Doubt[] = [];
    counter.walk(cuts, doubts);
    return doubts
      .filter(({ time_ms }) => time_ms >= from_ms && time_ms < query.end_time)
      .map(({ time_ms, value, level, reason, state }) => ({
        point: keyOf.get(counter.point) ?? '',
        time: time_ms,
        value: value / 1000,
        level: level / 1000,
        reason,
        state,
      }));
  });
  found.sort((a, b) => b.time - a.time);
  const decided = await verdictsOf(db, id, new Date(from_ms), new Date(query.end_time));
  return {
    list: found.slice(0, MAX_LISTED),
    total: found.length,
    verdicts: decided.map(({ point, from, to, at, ...rest }) => ({
      ...rest,
      point: keyOf.get(point) ?? '',
      from: from.getTime(),
      to: to.getTime(),
      at: at.getTime(),
    })),
  };
}

/** Excludes or confirms readings; everything computed from them changes at once. @throws notFound, validation */
export async function decide(
  { db, things, verdicts }: Deps,
  ctx: Ctx,
  { params, body }: { params: ParamsOf<typeof decideReadings>; body: BodyOf<typeof decideReadings> },
): Promise<{ id: string }> {
  const thing = await things.find(ctx.caller, params.thingsId);
  const point = countersInModel.find((id) => keyOf.get(id) === body.point);
  if (point === undefined) throw fieldError('point', 'telemetry.noCounter', 'Not a counter of this model');
  if (body.from >= body.to) throw fieldError('to', 'telemetry.emptyRange', 'The end must be after the begin');
  if (body.to > ctx.now.getTime() + MAX_AHEAD_MS)
    throw fieldError('to', 'telemetry.futureRange', 'Readings to come cannot be decided about');
  if (body.from < thing.visibleFrom_ms)
    throw fieldError('from', 'telemetry.hiddenRange', 'Earlier readings belong to another owner');
  const id = await db.transaction().execute(async (trx) => {
    const inserted = await insertVerdict(trx, {
      thingId: thing.id,
      point,
      from: new Date(body.from),
      to: new Date(body.to),
      verdict: body.verdict,
      reason: body.reason,
      accountId: ctx.caller.accountId,
      at: ctx.now,
    });
    await audit(trx, ctx, {
      action: `reading.${body.verdict}`,
      objectType: 'thing',
      objectId: thing.id,
      details: { devid: thing.devid, point: body.point, from: body.from, to: body.to, reason: body.reason },
    });
    await notify(trx, 'voltloop_history', VERDICTS_CHANGED);
    return inserted;
  });
  await verdicts.reload();
  return { id };
}

/** Withdraws a verdict: the readings are judged like any others again. @throws notFound */
export async function restore(
  { db, things, verdicts }: Deps,
  ctx: Ctx,
  { params }: { params: ParamsOf<typeof restoreReadings> },
): Promise<null> {
  const thing = await things.find(ctx.caller, params.thingsId);
  await db.transaction().execute(async (trx) => {
    const deleted = await deleteVerdict(trx, thing.id, params.verdictId);
    if (!deleted || deleted.from.getTime() < thing.visibleFrom_ms) throw notFound();
    await audit(trx, ctx, {
      action: 'reading.restore',
      objectType: 'thing',
      objectId: thing.id,
      details: {
        devid: thing.devid,
        point: keyOf.get(deleted.point),
        from: deleted.from.getTime(),
        to: deleted.to.getTime(),
        verdict: deleted.verdict,
      },
    });
    await notify(trx, 'voltloop_history', VERDICTS_CHANGED);
  });
  await verdicts.reload();
  return null;
}
