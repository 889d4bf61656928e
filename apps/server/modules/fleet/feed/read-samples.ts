import { type deviceMetrics, MAX_FEED_DEVICES, type QueryOf } from '@voltloop/contract';
import { sql } from 'kysely';
import type { Caller } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/db.ts';
import { fieldError } from '../../../platform/errors.ts';
import { checkSite, historyFloor, seesSite, seesThing } from '../../people/accounts/index.ts';
import type { Telemetry } from '../telemetry/index.ts';
import type { DeviceSample } from './metrics-text.ts';

/** Older measurements are omitted: an offline device must not look as if it still measured the same. */
const FRESH_MS = 10 * 60_000;

interface Row extends Omit<DeviceSample, 'last_time_ms' | 'energy_Wh'> {
  key: number;
  last_time: Date | null;
  floor: Date | null;
}

/**
 * Current values of the caller's devices: one PostgreSQL query, and one ClickHouse query for the counters of the online
 * ones.
 * @throws validation for more devices than the limit of one answer, notFound for an invisible site
 */
export async function readSamples(
  { db, telemetry }: { db: Db; telemetry: Pick<Telemetry, 'newestCounters'> },
  caller: Caller,
  query: QueryOf<typeof deviceMetrics>,
  now_ms: number,
): Promise<DeviceSample[]> {
  const rows = await readRows(db, caller, query);
  const fresh = rows.filter((row) => isFresh(row, now_ms));
  const counters = await telemetry.newestCounters(
    fresh.map(({ key }) => key),
    now_ms - FRESH_MS,
    new Map(fresh.map(({ key, floor }) => [key, floor?.getTime() ?? 0])),
  );
  return rows.map((row) => sampleOf(row, isFresh(row, now_ms) ? (counters.get(row.key) ?? {}) : null));
}

const isFresh = ({ online, last_time, floor }: Row, now_ms: number) =>
  online &&
  last_time !== null &&
  now_ms - last_time.getTime() <= FRESH_MS &&
  (floor === null || last_time >= floor);

/** @param energy_Wh Null when the measurements are too old, or not visible to the caller. */
function sampleOf(row: Row, energy_Wh: DeviceSample['energy_Wh'] | null): DeviceSample {
  const { key: _key, last_time, floor, ...sample } = row;
  const seen = last_time !== null && (floor === null || last_time >= floor);
  const none = { bat_power_w: null, grid_power_w: null, pv_power_w: null, load_power_w: null };
  return {
    ...sample,
    last_time_ms: seen ? last_time.getTime() : null,
    ...(energy_Wh === null ? { ...none, soc_pct: null, soh_pct: null, left_wh: null, rated_wh: null } : {}),
    energy_Wh: energy_Wh ?? {},
  };
}

async function readRows(
  db: Db,
  caller: Caller,
  { site, part, parts }: QueryOf<typeof deviceMetrics>,
): Promise<Row[]> {
  if (site !== undefined) await checkSite(db, caller, site);
  const { rows } = await sql<Row>`
    select t.key, t.devid, t.devname as name, coalesce(x.name, '') as site, coalesce(s.online, false) as online,
      coalesce(s.problem_level, 0) as problem_level, coalesce(s.active_events, 0) as active_events, s.last_time,
      s.bat_power_w, s.grid_power_w, s.pv_power_w, s.load_power_w, s.soc_pct, s.soh_pct, s.left_wh, s.rated_wh,
      ${historyFloor(caller, 'thing_id', 't.id')} as floor
    from things t
    left join thing_state s on s.thing_id = t.id
    left join site_devices d on d.thing_id = t.id and d.until is null
    left join sites x on x.id = d.site_id and ${seesSite(caller, 'x')}
    where t.deleted_at is null and ${seesThing(caller, 't.id')} and t.key % ${parts}::int = ${part - 1}::int
      ${site === undefined ? sql`` : sql`and x.id = ${site}::uuid`}
    order by t.key limit ${MAX_FEED_DEVICES + 1}`.execute(db);
  if (rows.length > MAX_FEED_DEVICES) {
    const message = `These are more than ${MAX_FEED_DEVICES} devices: ask for a site, or for one of several parts (part=1&parts=2)`;
    throw fieldError('query.parts', 'feed.tooManyDevices', message);
  }
  return rows;
}
