import { VALUE_SCALE } from '@voltloop/protocol';
import { HE_BAT } from '@voltloop/protocol/he-bat/index.ts';
import type { ClickHouse } from '../../../platform/clickhouse.ts';
import { newestReadings } from './queries.ts';

/** The newest reading of a point of a thing; `pack` is 0 for the system. */
export interface NewestReading {
  thing: number;
  pack: number;
  /** In the point's unit. */
  value: number;
  /** Device time, epoch ms. */
  time_ms: number;
}

/** Things in one query. */
const CHUNK = 2000;

/** The newest readings of a point since `from_ms` of some things, by key, of each pack; things without one are absent. */
export async function readNewestReadings(
  clickhouse: ClickHouse,
  keys: readonly number[],
  point: string,
  from_ms: number,
): Promise<NewestReading[]> {
  const id = HE_BAT.points.find((p) => p.key === point)?.id ?? 0;
  const found: NewestReading[] = [];
  for (let i = 0; i < keys.length; i += CHUNK) {
    const things = keys.slice(i, i + CHUNK);
    const rows = await clickhouse.query(newestReadings, { things, point: id, from: from_ms });
    for (const { newest, ...row } of rows) found.push({ ...row, value: newest / VALUE_SCALE });
  }
  return found;
}
