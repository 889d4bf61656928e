import type { BodyOf, batchLastData, ReplyOf } from '@voltloop/contract';
import { type Dictionary, WireNames } from '@voltloop/protocol/dictionary.ts';
import { DAY_MS } from '@voltloop/protocol/read-frames.ts';
import type { ClickHouse } from '../../../platform/clickhouse.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/db.ts';
import type { ThingRow, Things } from '../things/index.ts';
import { presentEnd } from './batch-data.ts';
import type { HistoryCache, NewestValue } from './history-cache.ts';
import { frameSpan, newestRolledUp, newestValues } from './queries.ts';
import { lastMessages } from './store.ts';

type Answer = ReplyOf<typeof batchLastData>;

/** Things read at the same time. */
const CONCURRENCY = 4;

interface Deps {
  clickhouse: ClickHouse;
  db: Db;
  history: HistoryCache;
  things: Pick<Things, 'dictionary' | 'findMany'>;
}

/** The newest value of every point of each thing, in the requested order. */
export async function readBatchLastData(
  deps: Deps,
  ctx: Ctx,
  input: { body: BodyOf<typeof batchLastData> },
): Promise<Answer> {
  const things = await deps.things.findMany(
    ctx.caller,
    input.body.map((t) => t.devid),
  );
  const messages = await lastMessages(
    deps.db,
    things.map((t) => t.id),
  );
  const last = async (thing: ThingRow): Promise<Answer[number]> => {
    const dictionary = await deps.things.dictionary(thing.tenantId, thing.infoModelId);
    if (!dictionary) return { devid: thing.devid, time: null, fields: {} };
    const { received_ms, last_ms } = messages.get(thing.id) ?? { received_ms: null, last_ms: null };
    const values = await deps.history.newest(thing.key, received_ms, () =>
      readNewest(deps.clickhouse, dictionary, thing, last_ms, presentEnd(ctx)),
    );
    return answerOf(dictionary, thing, values);
  };
  const answer: Answer = [];
  for (let i = 0; i < things.length; i += CONCURRENCY)
    answer.push(...(await Promise.all(things.slice(i, i + CONCURRENCY).map(last))));
  return answer;
}

/**
 * The last day before the newest known frame contains nearly every point (packs report every five minutes); points that
 * have been silent for longer come from the quarter-hours.
 */
async function readNewest(
  clickhouse: ClickHouse,
  dictionary: Dictionary,
  thing: ThingRow,
  known_ms: number | null,
  to: number,
): Promise<NewestValue[]> {
  // Acknowledged frames are in ClickHouse up to a second before PostgreSQL has them.
  const last_ms =
    known_ms ?? (await clickhouse.query(frameSpan, { thing: thing.key, from: 0, to }))[0]?.last_ms;
  if (last_ms === undefined) return [];
  const from = last_ms - DAY_MS;
  const recent = await clickhouse.query(newestValues, { thing: thing.key, from, to });
  const seen = new Set(recent.map((r) => r.point));
  const points = dictionary.model.points.filter((p) => p.part === 'system' && !seen.has(p.id));
  const older = await clickhouse.query(newestRolledUp, {
    thing: thing.key,
    points: points.map((p) => p.id),
    to: from + 900_000,
  });
  return [...recent, ...older];
}

/** Without values from before the viewer's history cutoff. */
function answerOf(dictionary: Dictionary, thing: ThingRow, values: readonly NewestValue[]): Answer[number] {
  const answer: Answer[number] = { devid: thing.devid, time: null, fields: {} };
  const names = new WireNames(dictionary);
  for (const { point, part, time_ms, value } of values) {
    if (time_ms < thing.visibleFrom_ms) continue;
    answer.fields[names.of(point, part)] = { value, time: time_ms };
    answer.time = Math.max(answer.time ?? 0, time_ms);
  }
  return answer;
}
