import { setTimeout as sleep } from 'node:timers/promises';
import { HE_BAT } from '@voltloop/protocol/he-bat/index.ts';
import type { BenchRow } from './ingest.ts';
import { type TelemetryWorld, telemetryWorld } from './telemetry-world.ts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const YEAR_DAYS = 365;
const OTHERS = 999;
const CALLS = 200;
/** The energy of a fleet is cached for half a minute. */
const CACHED_MS = 31_000;

/** Points of the queried thing, a year of minutes each: gauges with noise, counters that rise. */
const GAUGES = ['M_SOC', 'M_VOLT', 'M_CURR', 'M_POWER', 'E_PV_P', 'E_GRID_P', 'E_LOAD_P', 'E_BAT_P'];
const COUNTERS = ['E_E_PV', 'E_E_IMP', 'E_E_EXP', 'E_E_LOAD', 'E_E_CHG', 'E_E_DIS'];

/** Queries through the API, over a year of minutes of one thing among a thousand; and the disk usage of a point. */
export async function benchQuestions(): Promise<BenchRow[]> {
  const world = await telemetryWorld();
  try {
    const [target, ...others] = await world.register(
      Array.from({ length: OTHERS + 1 }, (_, i) => `BENCH-${String(i).padStart(4, '0')}`),
    );
    if (!target) throw new Error('nothing was registered');
    const end = Math.floor(Date.now() / DAY) * DAY;
    await fill(
      world,
      target.key,
      others.map((o) => o.key),
      end,
    );
    const authorization = await world.signIn();
    const model = `${world.base}/v1/data-mgmt/tenants/${world.tenantId}/info-model/HE_BAT/things/${target.devid}`;

    // 40 months and 60 days: the first round queries each for the first time, later ones repeat them.
    const monthOf = (i: number) => {
      const from = end - (i % 40) * 8 * DAY - 31 * DAY;
      const query = `agg_interval=1d&begin_time=${from}&end_time=${from + 31 * DAY}&data_points=E_E_PV`;
      return { url: `${model}/_aggregations?${query}` };
    };
    const month = await times(authorization, (i) => monthOf(i), 40);
    const monthAgain = await times(authorization, (i) => monthOf(i));
    const energy = await times(authorization, (i) => {
      const from = end - ((i * 7) % (YEAR_DAYS - 31)) * DAY - 31 * DAY;
      const query = `agg_interval=1d&begin_time=${from}&end_time=${from + 31 * DAY}&data_points=${COUNTERS.join(',')}`;
      return { url: `${model}/_aggregations?${query}` };
    });
    const year = await times(authorization, () => {
      const query = `agg_interval=1M&begin_time=${end - YEAR_DAYS * DAY}&end_time=${end}&data_points=E_E_PV`;
      return { url: `${model}/_aggregations?${query}` };
    });
    const dayOf = (i: number) => {
      const from = end - (i % 60) * 6 * DAY - 2 * DAY;
      return {
        url: `${model}/history-aggregation`,
        body: {
          begin_time: from,
          end_time: from + DAY,
          agg_interval: '1m',
          agg_type: 'last',
          data_points: ['E_PV_P', 'E_GRID_P', 'E_LOAD_P', 'E_BAT_P'],
        },
      };
    };
    const day = await times(authorization, (i) => dayOf(i), 60);
    const dayAgain = await times(authorization, (i) => dayOf(i));
    const lastOnce = await times(authorization, (i) => ({
      url: `${world.base}/v1/devices/batch/lastdata`,
      body: [{ devid: others[i]?.devid }],
    }));
    const last = await times(authorization, () => ({
      url: `${world.base}/v1/devices/batch/lastdata`,
      body: [{ devid: target.devid }],
    }));
    const energyUrl = `${world.base}/v1/data-mgmt/tenants/${world.tenantId}/energy`;
    const fleet = await once(authorization, energyUrl);
    const keys = others.map((o) => o.key);
    await restartCounters(world, keys, end - 1.5 * DAY + MINUTE / 2);
    await sleep(CACHED_MS);
    const restarted = await once(authorization, energyUrl);
    return [
      {
        what: 'month series through the API: 31 days of 1 counter',
        ...measured(monthAgain),
        budget: 'p95 ≤ 10 ms',
      },
      { what: 'the same month, not cached', ...measured(month), budget: '' },
      { what: 'month of 6 counters', ...measured(energy), budget: '' },
      { what: 'year of 12 months, 1 counter', ...measured(year), budget: '' },
      { what: 'day chart through the API: 4 series of 1,440', ...measured(dayAgain), budget: 'p95 ≤ 15 ms' },
      { what: 'the same day, not cached', ...measured(day), budget: '' },
      { what: 'newest value of every point, 1 thing', ...measured(last), budget: 'p95 ≤ 10 ms' },
      { what: 'the same, not cached (as after a new report)', ...measured(lastOnce), budget: '' },
      {
        what: 'energy of 1,000 things this month, not cached',
        measured: `${fleet.toFixed(0)} ms`,
        budget: '',
      },
      {
        what: 'the same after all counters have restarted',
        measured: `${restarted.toFixed(0)} ms`,
        budget: '',
      },
      await bytesPerPoint(world),
    ];
  } finally {
    await world.stop();
  }
}

/**
 * Fills ClickHouse with its own functions: a year of minutes for the queried thing, three days for each of the others.
 * The gauges have noise at a resolution of 0.1, which compresses worst; one report in ten is a second late.
 */
async function fill(world: TelemetryWorld, target: number, others: number[], end: number): Promise<void> {
  const { client } = world.services.clickhouse;
  const ids = (keys: string[]) => keys.map((key) => HE_BAT.points.find((p) => p.key === key)?.id);
  const insert = (thing: string, from: number, minutes: number, things: number, meter = 0) => `
    insert into points
    select ${thing} as thing, arrayJoin([${[...ids(GAUGES), ...ids(COUNTERS)]}]) as point, 0,
      fromUnixTimestamp64Milli(${from} + (number % ${minutes}) * 60000 + if(cityHash64(number) % 10 = 0, 1000, 0)),
      if(point in (${ids(COUNTERS)}),
        1000 * (${meter} + (number % ${minutes})) * 17,
        toInt64(round(500 + 300 * sin((number % ${minutes}) / 229.2 + point) + randNormal(0, 12))) * 100)
    from numbers(${minutes * things})`;
  const minutes = YEAR_DAYS * 1440;
  for (let month = 0; month < 12; month++) {
    const part = Math.floor(minutes / 12);
    const from = end - YEAR_DAYS * DAY + month * part * MINUTE;
    await client.command({ query: insert(String(target), from, part, 1, month * part) });
  }
  for (let i = 0; i < others.length; i += 100) {
    const some = others.slice(i, i + 100);
    const days = 3 * 1440;
    const query = insert(`[${some}][intDiv(number, ${days}) + 1]`, end - 3 * DAY, days, some.length);
    await client.command({ query });
  }
  await client.command({
    query: `insert into frames select thing, time, 1, 0, 0, 14, time from points where point = ${ids(['M_SOC'])}`,
  });
  // Only the queried data must be merged; the rest merges in the background.
  for (const table of ['points', 'points_15m', 'frames']) {
    await client.command({ query: `optimize table ${table} final` });
  }
}

/** Adds a reading of zero to each counter of some things. */
async function restartCounters(world: TelemetryWorld, things: number[], time_ms: number): Promise<void> {
  const ids = COUNTERS.map((key) => HE_BAT.points.find((p) => p.key === key)?.id);
  await world.services.clickhouse.client.command({
    query: `
      insert into points
      select arrayJoin([${things}]) as thing, arrayJoin([${ids}]) as point, 0, fromUnixTimestamp64Milli(${time_ms}), 0`,
  });
}

async function bytesPerPoint(world: TelemetryWorld): Promise<BenchRow> {
  const { client } = world.services.clickhouse;
  const query = `
    select sum(rows) as rows, sum(bytes_on_disk) as bytes from system.parts
    where active and database = currentDatabase() and table = 'points' and max_time < now() - 60 * 86400`;
  const result = await client.query({ query, format: 'JSONEachRow' });
  const [row] = await result.json<{ rows: number; bytes: number }>();
  // Merged months with points of the queried thing only: eight noisy gauges and six counters.
  return {
    what: 'bytes per point after merge (8 noisy gauges at 0.1, 6 counters)',
    measured: row ? (row.bytes / row.rows).toFixed(2) : 'none',
    budget: '≤ 2',
  };
}

interface Call {
  url: string;
  body?: object;
}

async function once(authorization: string, url: string, body?: object): Promise<number> {
  const started = performance.now();
  const response = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: { authorization, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  if (response.status !== 200 || text.length < 300)
    throw new Error(`${url}: ${response.status} ${text.slice(0, 200)}`);
  return performance.now() - started;
}

/** Durations of sequential calls, ascending, in ms; the first ten warm up, unless each counts. */
async function times(authorization: string, call: (i: number) => Call, calls = CALLS): Promise<number[]> {
  const list: number[] = [];
  for (let i = 0; i < calls + (calls === CALLS ? 10 : 0); i++) {
    const { url, body } = call(i);
    const ms = await once(authorization, url, body);
    if (calls !== CALLS || i >= 10) list.push(ms);
  }
  return list.sort((a, b) => a - b);
}

function measured(list: number[]): { measured: string } {
  const at = (p: number) => (list[Math.floor(list.length * p)] ?? 0).toFixed(1);
  return { measured: `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms` };
}
