import { sql } from 'kysely';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/db.ts';
import { seesMoment } from '../../people/accounts/index.ts';

/** Limit of events that a report lists individually. */
const MAX_NAMED = 10;

export interface MonthEvents {
  fault: number;
  warning: number;
  notice: number;
  /** The most severe ones, oldest first. */
  worst: {
    devid: string;
    name: { en: string; zh: string };
    level: number;
    begin_ms: number;
    end_ms: number | null;
  }[];
}

/** Events of the devices of a site in a range, each device only during its membership. */
export async function monthEvents(
  db: Db,
  ctx: Ctx,
  of: { siteId: string; from_ms: number; to_ms: number },
): Promise<MonthEvents> {
  const from = new Date(of.from_ms);
  const to = new Date(of.to_ms);
  const { rows } = await sql<{
    devid: string;
    name_en: string;
    name_zh: string;
    level: number;
    begin_time: Date;
    end_time: Date | null;
    of_level: number;
  }>`
    select t.devid, e.name_en, e.name_zh, e.level, e.begin_time, e.end_time, e.of_level from (
      select e.*, (count(*) over (partition by e.level))::int as of_level,
        row_number() over (partition by e.level order by e.begin_time, e.id) as at
      from events e
      where e.begin_time < ${to} and coalesce(e.end_time, 'infinity') > ${from}
        and exists (select from site_devices d where d.site_id = ${of.siteId}::uuid and d.thing_id = e.thing_id
          and d.since < ${to} and coalesce(d.until, 'infinity') > ${from}
          and e.begin_time < coalesce(d.until, 'infinity') and coalesce(e.end_time, 'infinity') > d.since)
        and e.thing_id in (select thing_id from site_devices where site_id = ${of.siteId}::uuid)
        and ${seesMoment(ctx.caller, 'e.thing_id', sql`coalesce(e.end_time, 'infinity')`)}) e
    join things t on t.id = e.thing_id
    where e.at <= ${MAX_NAMED} order by e.level desc, e.begin_time, e.id`.execute(db);
  const count = (level: number) => rows.find((row) => row.level === level)?.of_level ?? 0;
  return {
    fault: count(3),
    warning: count(2),
    notice: count(1),
    worst: rows.slice(0, MAX_NAMED).map((row) => ({
      devid: row.devid,
      name: { en: row.name_en, zh: row.name_zh },
      level: row.level,
      begin_ms: row.begin_time.getTime(),
      end_ms: row.end_time?.getTime() ?? null,
    })),
  };
}
