import { type Comparison, comparators } from '@voltloop/contract/comparators.ts';
import { HE_BAT } from '@voltloop/protocol/he-bat/index.ts';
import { toThousandths } from '@voltloop/protocol/read-frames.ts';
import type { ClickHouse } from '../../../platform/clickhouse.ts';
import { thingsBeyond } from './queries.ts';

/** A lower or upper limit of a point, in the point's unit. */
export interface Limit {
  point: string;
  comparison: Comparison;
  threshold: number;
}

/** Things in one query. */
const CHUNK = 2000;

/**
 * Counts things by the newest reading of a point since `from_ms`; a thing is beyond the limit when any of its packs is.
 */
export async function countBeyond(
  clickhouse: ClickHouse,
  keys: readonly number[],
  limit: Limit,
  from_ms: number,
): Promise<{ reporting: number; beyond: number }> {
  const point = HE_BAT.points.find((p) => p.key === limit.point)?.id ?? 0;
  const { operator } = comparators[limit.comparison];
  const counts = { reporting: 0, beyond: 0 };
  for (let i = 0; i < keys.length; i += CHUNK) {
    const [row] = await clickhouse.query(thingsBeyond(operator), {
      things: keys.slice(i, i + CHUNK),
      point,
      limit: toThousandths(limit.threshold),
      from: from_ms,
    });
    counts.reporting += row?.reporting ?? 0;
    counts.beyond += row?.beyond ?? 0;
  }
  return counts;
}
