import { HE_BAT } from '@voltloop/protocol/he-bat/index.ts';
import { z } from 'zod';
import type { ClickHouse, Statement } from '../../../platform/clickhouse.ts';
import type { Aggregate } from './chart-rules.ts';
import type { DeviceRows, DeviceWindow, HistoryQuery } from './device-rows.ts';

const MINUTE_MS = 60_000;
/** ClickHouse takes at most 128 KiB in one field of a request; a device id has up to 64 characters. */
const IDS_PER_FIELD = 1500;

const definitions = new Map(HE_BAT.points.map((point) => [point.id, point]));

/**
 * Readings of many devices, with one query however many they are: ClickHouse streams the rows, and writes Parquet files
 * from the same query.
 */
export function historyRows(clickhouse: ClickHouse, query: HistoryQuery): DeviceRows {
  const { points, windows } = query;
  const devids = new Map(windows.map(({ key, devid }) => [key, devid]));
  const params = paramsOf(query);
  return {
    columns: points.map((id) => definitions.get(id)?.key ?? String(id)),
    async count() {
      if (windows.length === 0) return 0;
      const [row] = await clickhouse.query(
        { ...countOf(query), row: z.object({ rows: z.number() }) },
        params,
      );
      return row?.rows ?? 0;
    },
    async *read() {
      if (windows.length === 0) return;
      const statement = statementOf(query, 'thing, time_ms');
      for await (const [thing, time_ms, ...values] of clickhouse.queryRows(statement, params)) {
        yield {
          devid: devids.get(thing as number) ?? '',
          time_ms: time_ms as number,
          values: values as (number | null)[],
        };
      }
    },
    parquet: () =>
      clickhouse.queryParquet(
        statementOf(
          query,
          `fromUnixTimestamp64Milli(time_ms, {zone:String}) as time, ${deviceOf(windows)} as device`,
        ),
        { ...params, ...devidParams(windows) },
      ),
  };
}

/** Large results are sorted on disk, with at most two reading threads: charts must stay responsive. */
const settings: NonNullable<Statement['settings']> = {
  max_threads: 2,
  do_not_merge_across_partitions_select_final: 1,
  max_bytes_before_external_group_by: '200000000',
  max_bytes_before_external_sort: '200000000',
};

function statementOf(query: HistoryQuery, head: string): Statement {
  const columns = query.points.map((id, i) => `${figureOf(id, query)} as v${i}`).join(', ');
  const named = query.points.map((id, i) => `v${i} as \`${definitions.get(id)?.key ?? id}\``).join(', ');
  return {
    name: 'rows of devices',
    sql: `select ${head}, ${named}
      from (select thing, ${slots[query.interval]} as time_ms, ${columns} ${source} group by thing, time_ms)
      order by thing, time_ms`,
    settings,
  };
}

const countOf = (query: HistoryQuery): Statement => ({
  name: 'count of rows of devices',
  sql: `select count() as rows from (select 1 ${source} group by thing, ${slots[query.interval]})`,
  settings,
});

/** FINAL counts a reading that was delivered twice once. */
const source = `from points final
  where thing in {things:Array(UInt32)} and point in {points:Array(UInt16)} and part = 0
    and time >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') and time < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
    and toUnixTimestamp64Milli(time) >= {from:Int64} + transform(thing, {cut:Array(UInt32)}, {cutFrom:Array(Int64)}, toInt64(0))
    and toUnixTimestamp64Milli(time) < {from:Int64} + transform(thing, {cut:Array(UInt32)}, {cutTo:Array(Int64)}, {to:Int64} - {from:Int64})
    and (thing not in {parted:Array(UInt32)} or arrayExists(
      (k, f, t) -> k = thing and toUnixTimestamp64Milli(time) >= {from:Int64} + f and toUnixTimestamp64Milli(time) < {from:Int64} + t,
      {parted:Array(UInt32)}, {partFrom:Array(Int64)}, {partTo:Array(Int64)}))`;

/** ClickHouse refuses a lookup in an empty list. */
const NO_DEVICE: DeviceWindow = { key: 4_294_967_295, devid: '', from_ms: 0, to_ms: 0 };

function paramsOf({ windows, points, from_ms, to_ms, zone, interval }: HistoryQuery) {
  const byThing = [...Map.groupBy(windows, ({ key }) => key).values()];
  // One lookup per reading; the few devices that left a site and came back are checked window by window.
  const cut = byThing.flatMap(([first, ...more]) =>
    first && more.length === 0 && (first.from_ms > from_ms || first.to_ms < to_ms) ? [first] : [],
  );
  const parted = byThing.filter((all) => all.length > 1).flat();
  if (cut.length === 0) cut.push(NO_DEVICE);
  // As offsets, which are shorter: ClickHouse takes at most 128 KiB per field.
  const begins = (some: readonly DeviceWindow[]) => some.map((each) => Math.floor(each.from_ms - from_ms));
  const ends = (some: readonly DeviceWindow[]) => some.map((each) => Math.floor(each.to_ms - from_ms));
  return {
    things: byThing.flatMap(([first]) => first?.key ?? []),
    points: [...points],
    zone,
    from: from_ms,
    to: to_ms,
    step: interval === '5m' ? 5 * MINUTE_MS : 15 * MINUTE_MS,
    cut: cut.map(({ key }) => key),
    cutFrom: begins(cut),
    cutTo: ends(cut),
    parted: parted.map(({ key }) => key),
    partFrom: begins(parted),
    partTo: ends(parted),
  };
}

/** Milliseconds since 1970 at which the slot of a reading begins. */
const slots: Record<HistoryQuery['interval'], string> = {
  raw: 'toUnixTimestamp64Milli(time)',
  '5m': 'intDiv(toUnixTimestamp64Milli(time), {step:Int64}) * {step:Int64}',
  '15m': 'intDiv(toUnixTimestamp64Milli(time), {step:Int64}) * {step:Int64}',
  '1h': 'toInt64(toUnixTimestamp(toStartOfHour(time, {zone:String}))) * 1000',
  '1d': 'toInt64(toUnixTimestamp(toStartOfDay(time, {zone:String}))) * 1000',
};

/** A value of a slot, null without a reading; averages are rounded to thousandths, the stored precision. */
function figureOf(id: number, { interval, aggregate }: HistoryQuery): string {
  const only = `point = ${id}`;
  const kind = definitions.get(id)?.kind;
  const requested: Aggregate | 'raw' = interval === 'raw' ? 'raw' : aggregate;
  // Choices and bit fields have no average, minimum or maximum.
  const figure =
    (kind === 'enum' || kind === 'bits') && requested !== 'raw' && requested !== 'first' ? 'last' : requested;
  switch (figure) {
    case 'avg':
      return `round(avgOrNullIf(value, ${only})) / 1000`;
    case 'min':
      return `minOrNullIf(value, ${only}) / 1000`;
    case 'max':
      return `maxOrNullIf(value, ${only}) / 1000`;
    case 'first':
      return `argMinOrNullIf(value, time, ${only}) / 1000`;
    case 'last':
      return `argMaxOrNullIf(value, time, ${only}) / 1000`;
    case 'raw':
      return `maxOrNullIf(value, ${only}) / 1000`;
  }
}

/** Windows of the same device share one id. */
const devicesOf = (windows: readonly DeviceWindow[]) => [
  ...new Map(windows.map(({ key, devid }) => [key, devid])),
];

const fieldsOf = (windows: readonly DeviceWindow[]) =>
  Array.from({ length: Math.ceil(devicesOf(windows).length / IDS_PER_FIELD) }, (_, i) => i);

/** SQL: the device id of a thing. */
function deviceOf(windows: readonly DeviceWindow[]): string {
  const all = (name: string, type: string) =>
    `arrayConcat(${fieldsOf(windows)
      .map((i) => `{${name}${i}:Array(${type})}`)
      .join(', ')})`;
  return `transform(thing, ${all('key', 'UInt32')}, ${all('devid', 'String')}, '')`;
}

function devidParams(windows: readonly DeviceWindow[]): Record<string, unknown> {
  const devices = devicesOf(windows);
  return Object.fromEntries(
    fieldsOf(windows).flatMap((i) => {
      const some = devices.slice(i * IDS_PER_FIELD, (i + 1) * IDS_PER_FIELD);
      return [
        [`key${i}`, some.map(([key]) => key)],
        [`devid${i}`, some.map(([, devid]) => devid)],
      ];
    }),
  );
}
