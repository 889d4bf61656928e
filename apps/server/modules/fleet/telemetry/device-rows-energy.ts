import type { EnergyTotals } from '@voltloop/contract';
import { calendarCuts } from './calendar.ts';
import type { CounterSlot } from './counter-course.ts';
import type { DeviceRowOut, DeviceRows, DeviceWindow, EnergyQuery } from './device-rows.ts';
import { countersOf, energyIn, energyNames as names } from './energy-points.ts';
import { readMemberSeries } from './members.ts';
import { type CounterStore, readCounterSlots } from './read-counters.ts';

/** Limits of devices in one query, and of slots of all of them together. */
const DEVICES_PER_QUERY = 250;
const SLOTS_PER_QUERY = 60_000;
const points = countersOf();

/** Energies of many devices by days or hours of one zone, as the charts show them. */
export function energyRows(store: CounterStore, query: EnergyQuery): DeviceRows {
  const { zone, interval, from_ms, to_ms } = query;
  const cuts = calendarCuts(interval, zone, from_ms, to_ms);
  // Queried several times for the same result, which is small.
  let known: Promise<DeviceRowOut[]> | undefined;
  const rows = () => {
    known ??= readRows(store, query, cuts);
    return known;
  };
  return {
    columns: [...names, 'gap'],
    count: async () => (await rows()).length,
    async *read() {
      yield* await rows();
    },
    async parquet() {
      const text = (await rows())
        .map(({ time_ms, devid, values }) => JSON.stringify([time_ms, devid, ...values]))
        .join('\n');
      const types = names.map((name) => `${name} Nullable(Float64)`).join(', ');
      // The rows are literals in the statement: a parameter takes at most 128 KiB.
      const sql = `select fromUnixTimestamp64Milli(time_ms, {zone:String}) as time, device, ${names.join(', ')}, gap
        from format(JSONCompactEachRow, 'time_ms Int64, device String, ${types}, gap Bool', ${quoted(text)})`;
      const settings = { max_query_size: String(Buffer.byteLength(sql) + 1000) };
      return store.clickhouse.queryParquet({ name: 'energy rows as Parquet', sql, settings }, { zone });
    },
  };
}

/** A literal of ClickHouse's SQL. */
const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

async function readRows(
  store: CounterStore,
  { windows, zone, interval, from_ms, to_ms, most }: EnergyQuery,
  cuts: readonly number[],
): Promise<DeviceRowOut[]> {
  const rows: DeviceRowOut[] = [];
  const whole = windows.filter((window) => window.from_ms <= from_ms && window.to_ms >= to_ms);
  const unit = interval === '1d' ? 'day' : 'hour';
  const atOnce = Math.max(1, Math.min(DEVICES_PER_QUERY, Math.floor(SLOTS_PER_QUERY / cuts.length)));
  for (let i = 0; i < whole.length && rows.length <= most; i += atOnce) {
    const chunk = whole.slice(i, i + atOnce);
    const oldest = new Map(chunk.map((window) => [window.key, window.from_ms]));
    const keys = chunk.map(({ key }) => key);
    const read = await readCounterSlots(store, { things: keys, points, cuts, oldest, by: { unit, zone } });
    for (const window of chunk) rows.push(...rowsOf(window, read.get(window.key)));
  }
  const isWhole = new Set(whole);
  for (const window of windows) {
    if (isWhole.has(window)) continue;
    if (rows.length > most) break;
    const { key, from_ms: since_ms, to_ms: until_ms } = window;
    const member = { key, since_ms, until_ms, visibleFrom_ms: since_ms };
    rows.push(...rowsOf(window, await readMemberSeries(store, member, { cuts, interval, zone })));
  }
  return rows;
}

type Series = ReadonlyMap<number, readonly CounterSlot[]>;

/** Rows of one device, ascending; energies without a counter are null. */
function rowsOf({ devid }: DeviceWindow, series: Series = new Map()): DeviceRowOut[] {
  const slots = new Map<number, { energies: Partial<EnergyTotals>; gap: boolean }>();
  for (const [point, list] of series) {
    const name = energyIn(series, point);
    if (!name) continue;
    for (const { start_ms, rise, gap } of list) {
      const slot = slots.get(start_ms) ?? { energies: {}, gap: false };
      slots.set(start_ms, slot);
      slot.energies[name] = (slot.energies[name] ?? 0) + rise;
      slot.gap ||= gap;
    }
  }
  return [...slots]
    .sort(([a], [b]) => a - b)
    .map(([time_ms, { energies, gap }]) => ({
      devid,
      time_ms,
      values: [...names.map((name) => kwhOf(energies[name])), gap],
    }));
}

/** From thousandths of Wh, the stored unit. */
const kwhOf = (thousandths: number | null | undefined) =>
  thousandths == null ? null : Math.round(thousandths / 1000) / 1000;
