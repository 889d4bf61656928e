import { z } from 'zod';
import type { ClickHouse, Query } from '../../../platform/clickhouse.ts';
import { countersOf } from './energy-points.ts';
import type { Member } from './members.ts';

const firstBucket = {
  name: 'first quarter-hour with energy',
  sql: `
    select toInt64(toUnixTimestamp(min(bucket))) * 1000 as first_ms, count() as n from points_15m
    where thing = {thing:UInt32} and point in {points:Array(UInt16)}
      and bucket >= toDateTime(intDiv({from:Int64}, 1000)) and bucket < toDateTime(intDiv({to:Int64}, 1000))`,
  row: z.object({ first_ms: z.coerce.number(), n: z.coerce.number() }),
} satisfies Query<z.ZodType>;

/** When the first energy of these things was measured during their membership, epoch ms; null without any. */
export async function readFirstEnergy(
  clickhouse: ClickHouse,
  members: readonly Member[],
  now_ms: number,
): Promise<number | null> {
  const points = countersOf();
  const found = await Promise.all(
    members.map(async ({ key, since_ms, until_ms, visibleFrom_ms = 0 }) => {
      const range = { from: Math.max(since_ms, visibleFrom_ms), to: until_ms ?? now_ms };
      const [row] = await clickhouse.query(firstBucket, { thing: key, points, ...range });
      return row && row.n > 0 ? [row.first_ms] : [];
    }),
  );
  const first = Math.min(...found.flat());
  return Number.isFinite(first) ? first : null;
}
