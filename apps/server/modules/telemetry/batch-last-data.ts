import type { BodyOf, batchLastData, ReplyOf } from '@voltloop/contract';
import { dictionaryOf, WireNames } from '@voltloop/protocol/dictionary.ts';
import { DAY_MS } from '@voltloop/protocol/read-frames.ts';
import type { ClickHouse } from '../../platform/clickhouse.ts';
import type { Ctx } from '../../platform/ctx.ts';
import type { ThingRow, Things } from '../things/index.ts';
import { presentEnd } from './batch-data.ts';
import { frameSpan, newestRolledUp, newestValues } from './questions.ts';

type Answer = ReplyOf<typeof batchLastData>;

/** Things read at the same time. */
const AT_ONCE = 4;

/** The newest value of every point of each thing, in the order asked. */
export async function readBatchLastData(
  deps: { clickhouse: ClickHouse; things: Pick<Things, 'findMany'> },
  ctx: Ctx,
  input: { body: BodyOf<typeof batchLastData> },
): Promise<Answer> {
  const things = await deps.things.findMany(
    ctx.caller,
    input.body.map((t) => t.devid),
  );
  const answer: Answer = [];
  for (let i = 0; i < things.length; i += AT_ONCE) {
    answer.push(
      ...(await Promise.all(
        things.slice(i, i + AT_ONCE).map((t) => lastOf(deps.clickhouse, t, presentEnd(ctx))),
      )),
    );
  }
  return answer;
}

/**
 * The last day before the newest frame holds nearly every point (packs report every five minutes); points that
 * have been silent for longer come from the quarter-hours.
 */
async function lastOf(clickhouse: ClickHouse, thing: ThingRow, to: number): Promise<Answer[number]> {
  const answer: Answer[number] = { devid: thing.devid, time: null, fields: {} };
  const dictionary = dictionaryOf(thing.infoModelId);
  const [span] = await clickhouse.ask(frameSpan, {
    thing: thing.key,
    from: thing.visibleFrom_ms,
    to,
  });
  if (!span || !dictionary) return answer;
  const from = Math.max(span.last_ms - DAY_MS, thing.visibleFrom_ms);
  const recent = await clickhouse.ask(newestValues, { thing: thing.key, from, to });
  const seen = new Set(recent.map((r) => r.point));
  const points = dictionary.model.points.filter((p) => p.part === 'system' && !seen.has(p.id));
  const older = await clickhouse.ask(newestRolledUp, {
    thing: thing.key,
    points: points.map((p) => p.id),
    to: from + 900_000,
  });
  const names = new WireNames(dictionary);
  for (const { point, part, time_ms, value } of [...recent, ...older]) {
    if (time_ms < thing.visibleFrom_ms) continue;
    answer.fields[names.of(point, part)] = { value, time: time_ms };
    answer.time = Math.max(answer.time ?? 0, time_ms);
  }
  return answer;
}
