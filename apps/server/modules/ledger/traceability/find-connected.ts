import type { Connected } from '@voltloop/contract';
import { idOf } from '@voltloop/device-models/core-points.ts';
import { CHINA, chinaDay } from '@voltloop/resources/days.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { ClickHouse, Query } from '../../../platform/clickhouse.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/db.ts';
import { forbidden, notFound } from '../../../platform/errors.ts';
import { mayOf } from './visible.ts';

const SOH = idOf('soh');
/** Earlier than any telemetry. */
const FIRST_DAY = '2000-01-01';

/** The mean of each month, from the roll-up. */
const byMonth = {
  name: 'state of health by month',
  sql: `
    select formatDateTime(toStartOfMonth(bucket, {zone:String}), '%Y-%m') as month, avg(low + high) / 2000 as soh
    from points_15m
    where thing = {thing:UInt32} and point = {point:UInt16}
      and toDate(bucket, {zone:String}) between {since:Date} and {until:Date}
    group by month order by month`,
  row: z.object({ month: z.string(), soh: z.number() }),
} satisfies Query<z.ZodType>;

/**
 * The reports of a battery's device while it measured the battery: the device named by the battery, else the one
 * whose number is its code, else that of the vehicle that carries it.
 * @throws notFound
 */
export async function findConnected(
  { db, clickhouse }: { db: Db; clickhouse: ClickHouse },
  ctx: Ctx,
  id: string,
): Promise<Connected | null> {
  if (!mayOf(ctx)('battery')) throw forbidden();
  const { tenantId } = ctx.caller;
  const { rows } = await sql<Omit<Connected, 'history'> & { key: number | null }>`
    select t.key, t.id as "deviceId", t.devid, coalesce(not own and t.devid <> b.battery_code, false) as "byVehicle",
        coalesce(s.online, false) as online, (extract(epoch from s.last_time) * 1000)::float8 as time,
        s.soc_pct::float8 as "socPct", s.soh_pct::float8 as "sohPct",
        case when own then b.device_since::text end as since, case when own then b.device_until::text end as until
      from batteries b
        left join vehicles v on v.id = b.vehicle_id and b.state = 'in_use' and v.deleted_at is null
        left join things t on t.tenant_id = b.tenant_id and (t.id = b.device_id
          or t.deleted_at is null and (t.devid = b.battery_code or t.id = v.device_id))
        left join thing_state s on s.thing_id = t.id and (t.id is distinct from b.device_id
          or coalesce(b.device_until >= ${chinaDay(ctx.now)}::date, true)),
        lateral (select t.id is not distinct from b.device_id and t.id is not null as own) link
      where b.id = ${id} and b.tenant_id = ${tenantId}
      order by own desc, t.devid = b.battery_code desc limit 1`.execute(db);
  const [found] = rows;
  if (!found) throw notFound();
  const { key, ...device } = found;
  if (key === null) return null;
  const history = await clickhouse.query(byMonth, {
    thing: key,
    point: SOH,
    zone: CHINA,
    since: device.since ?? FIRST_DAY,
    until: device.until ?? chinaDay(ctx.now),
  });
  return {
    ...device,
    history: history.map(({ month, soh }) => ({ month, sohPct: Math.round(soh * 10) / 10 })),
  };
}
