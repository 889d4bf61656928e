import type { TenantDetail, TenantSummary } from '@voltloop/contract';
import { z } from 'zod';
import type { Query } from '../../../platform/clickhouse.ts';
import type { Services } from '../../../platform/services.ts';
import { deviceKeys, tenantSummaries, tenantSummary } from './store.ts';

const HOUR_MS = 3_600_000;
/** Keys in one query. */
const CHUNK = 50_000;

// Frames are stored by device time; one that was sent late counts when it was received, up to eight days later.
const framesReceived = {
  name: 'frames of a tenant',
  sql: `
    select toUnixTimestamp(toStartOfSecond(received)) as second, count() as n
    from frames
    where thing in {things:Array(UInt32)} and received >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
      and time >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') - interval 8 day
    group by second`,
  row: z.object({ second: z.number(), n: z.number() }),
} satisfies Query<z.ZodType>;

export const readTenants = ({ db }: Pick<Services, 'db'>): Promise<TenantSummary[]> => tenantSummaries(db);

/** A tenant with the number of frames received from it. @throws notFound */
export async function readTenant(
  { db, clickhouse }: Pick<Services, 'db' | 'clickhouse'>,
  id: string,
  now: Date,
): Promise<TenantDetail> {
  const tenant = await tenantSummary(db, id);
  const keys = await deviceKeys(db, id);
  const bySecond = new Map<number, number>();
  for (let i = 0; i < keys.length; i += CHUNK) {
    const from = now.getTime() - 24 * HOUR_MS;
    for (const { second, n } of await clickhouse.query(framesReceived, {
      things: keys.slice(i, i + CHUNK),
      from,
    }))
      bySecond.set(second, (bySecond.get(second) ?? 0) + n);
  }
  const frames = { last_hour: 0, last_day: 0, busiest_second: 0 };
  const hourAgo_s = (now.getTime() - HOUR_MS) / 1000;
  for (const [second, n] of bySecond) {
    frames.last_day += n;
    if (second >= hourAgo_s) frames.last_hour += n;
    frames.busiest_second = Math.max(frames.busiest_second, n);
  }
  return { ...tenant, frames };
}
