import { isTimeZone } from '@voltloop/domain/clock/time-zone.ts';
import { isoDay } from '@voltloop/domain/clock/zone-time.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/db.ts';

/** The day of the caller, `yyyy-MM-dd` in the zone of their account; without one, of UTC. For names of files. */
export async function todayOf(db: Db, { caller, now }: Ctx): Promise<string> {
  const { rows } = await sql<{ zone: string | null }>`
    select time_zone as zone from accounts where id = ${caller.accountId}::uuid`.execute(db);
  const zone = rows[0]?.zone;
  return isoDay(now.getTime(), zone && isTimeZone(zone) ? zone : 'UTC');
}
