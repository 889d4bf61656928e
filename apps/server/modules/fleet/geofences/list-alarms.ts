import type { FenceAlarm, listFenceAlarms, QueryOf, ReplyOf } from '@voltloop/contract';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/ctx.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Services } from '../../../platform/services.ts';

type Found = Omit<FenceAlarm, 'time' | 'endTime'> & { time: Date; end: Date | null };

/** The alarms of a fence of the caller's tenant, newest first. @throws notFound */
export async function listAlarms(
  { db }: Pick<Services, 'db'>,
  ctx: Ctx,
  { id, page, size }: QueryOf<typeof listFenceAlarms>,
): Promise<ReplyOf<typeof listFenceAlarms>> {
  const own = await sql<{ total: number }>`
    select (select count(*)::int from geofence_alarms a where a.geofence_id = g.id) as total
    from geofences g where g.id = ${id}::uuid and g.tenant_id = ${ctx.caller.tenantId}::uuid and g.deleted_at is null`.execute(
    db,
  );
  const [counted] = own.rows;
  if (!counted) throw notFound();
  const { rows } = await sql<Found>`
    select a.event_id as id, a.change, e.level, a.time, e.end_time as "end", t.devid, t.devname as "devName",
      a.vehicle_id as "vehicleId", coalesce(v.plate_no, v.vin) as vehicle, a.longitude, a.latitude,
      (e.ack_time is not null)::int as ack
    from geofence_alarms a join events e on e.id = a.event_id join things t on t.id = a.thing_id
    left join vehicles v on v.id = a.vehicle_id
    where a.geofence_id = ${id}::uuid
    order by a.time desc, a.event_id offset ${(page - 1) * size} limit ${size}`.execute(db);
  const list = rows.map(
    ({ time, end, ...rest }): FenceAlarm => ({
      ...rest,
      time: time.getTime(),
      endTime: end?.getTime() ?? null,
    }),
  );
  return { list, total: counted.total, page, size };
}
