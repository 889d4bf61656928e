import { type Readable, Transform } from 'node:stream';
import type { EnergyTotals, ExportRun, ExportSchedule } from '@voltloop/contract';
import { coreDictionary } from '@voltloop/protocol/dictionary.ts';
import { HE_BAT } from '@voltloop/protocol/he-bat/index.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import { AppError } from '../../../platform/errors.ts';
import { type TableCell, tableStream } from '../../../platform/table-export.ts';
import { columnLabel, type DeviceRows, type DeviceWindow, fixedLabels } from '../../fleet/telemetry/index.ts';
import type { Core } from './core.ts';
import { boundsOf, lastDay, type Period } from './periods.ts';
import type { ScheduleRow } from './store.ts';

/** Limit of devices of one file. */
const MAX_DEVICES = 10_000;
/** Limit of rows of one file: that of a sheet in a workbook. */
const MAX_ROWS = 1_000_000;
/** Limit of values of one file: ClickHouse sorts them within some hundred MB. */
const MAX_VALUES = 10_000_000;
/** Limit of energy rows, which are summed in this process. */
const MAX_ENERGY_ROWS = 300_000;

/** There is no file, and a retry would not help. */
export class ExportRefused extends Error {
  readonly code: NonNullable<ExportRun['error']>;
  /** Also ends the schedule. */
  readonly stop: NonNullable<ExportSchedule['stopped']>['reason'] | undefined;

  constructor(code: NonNullable<ExportRun['error']>, stop?: ExportRefused['stop']) {
    super(`no export: ${code}`);
    this.code = code;
    this.stop = stop;
  }
}

export interface MadeFile {
  key: string;
  name: string;
  size_bytes: number;
  rows: number;
  devices: number;
  left_out: number;
}

/**
 * Creates the file of a period with the account's current visibility, and stores it completely or not at all. Its name
 * follows from schedule and period: created twice, it exists once.
 * @throws ExportRefused
 */
export async function makeFile(
  core: Core,
  ctx: Ctx,
  { schedule, period, signal }: { schedule: ScheduleRow; period: Period; signal: AbortSignal },
): Promise<MadeFile> {
  const { windows, left_out } = await windowsOf(core, ctx, schedule, period);
  const devices = new Set(windows.map(({ key }) => key)).size;
  if (devices > MAX_DEVICES) throw new ExportRefused('tooManyDevices');
  const rows = rowsOf(core, schedule, period, windows);
  const most =
    schedule.content === 'energy'
      ? MAX_ENERGY_ROWS
      : Math.min(MAX_ROWS, Math.floor(MAX_VALUES / rows.columns.length));
  const counted = await rows.count();
  if (counted > most) throw new ExportRefused('tooManyRows');
  signal.throwIfAborted();

  const key = keyOf(ctx.caller, schedule, period);
  const name = fileName(schedule, period);
  let written = counted;
  const source =
    schedule.format === 'parquet'
      ? await rows.parquet()
      : table(schedule, schedule.format, rows, name, (n) => {
          written = n;
        });
  const size = countBytes();
  await core.files.put(key, joined(source, size.stream, signal));
  return { key, name, size_bytes: size.bytes(), rows: written, devices, left_out };
}

/** The path of a schedule's files: a folder for each tenant, account and schedule, without user input. */
export const folderOf = (caller: { tenantId: string; accountId: string }, scheduleId: string): string =>
  `${caller.tenantId}/${caller.accountId}/${scheduleId}`;

const keyOf = (caller: Ctx['caller'], { id, format }: ScheduleRow, period: Period) =>
  `${folderOf(caller, id)}/${period.from_day}_${lastDay(period)}.${format}`;

const fileName = ({ name, format }: ScheduleRow, period: Period) =>
  `${name}_${period.from_day}_${lastDay(period)}.${format}`;

/** The devices of a schedule that the account sees now, and the number of those it no longer sees. */
async function windowsOf(
  { things, sites }: Core,
  ctx: Ctx,
  schedule: ScheduleRow,
  period: Period,
): Promise<{ windows: DeviceWindow[]; left_out: number }> {
  const { from_ms, to_ms } = boundsOf(period, schedule.time_zone);
  const clipped = (periods: { key: number; devid: string; since_ms: number; until_ms: number | null }[]) =>
    periods
      .map(({ key, devid, since_ms, until_ms }) => ({
        key,
        devid,
        from_ms: Math.max(from_ms, since_ms),
        to_ms: Math.min(to_ms, until_ms ?? Number.POSITIVE_INFINITY),
      }))
      .filter((window) => window.to_ms > window.from_ms)
      .sort((a, b) => a.key - b.key || a.from_ms - b.from_ms);
  const wholly = (seen: readonly { key: number; devid: string; visibleFrom_ms: number }[]) =>
    clipped(
      seen.map(({ key, devid, visibleFrom_ms }) => ({
        key,
        devid,
        since_ms: visibleFrom_ms,
        until_ms: null,
      })),
    );
  switch (schedule.scope) {
    case 'subtree':
      return { windows: wholly(await things.visibleKeys(ctx.caller)), left_out: 0 };
    case 'devices': {
      const seen = await things.seenOf(ctx.caller, schedule.thing_ids);
      if (seen.length === 0) throw new ExportRefused('devices', 'devices');
      return { windows: wholly(seen), left_out: schedule.thing_ids.length - seen.length };
    }
    case 'site':
      try {
        return { windows: clipped(await sites.devices(ctx, schedule.site_id ?? '')), left_out: 0 };
      } catch (error) {
        if (error instanceof AppError && error.codeName === 'notFound')
          throw new ExportRefused('site', 'site');
        throw error;
      }
  }
}

const ids = new Map(HE_BAT.points.map(({ key, id }) => [key, id]));

/** Ids of points by their keys. */
const pointsOf = (keys: readonly string[]): number[] => keys.flatMap((key) => ids.get(key) ?? []);

const energies: Record<'en' | 'zh', Record<keyof EnergyTotals | 'gap', string>> = {
  en: {
    pv_kwh: 'Solar (kWh)',
    charge_kwh: 'Battery charged (kWh)',
    discharge_kwh: 'Battery discharged (kWh)',
    import_kwh: 'Grid import (kWh)',
    export_kwh: 'Grid export (kWh)',
    load_kwh: 'Consumption (kWh)',
    gap: 'After a gap',
  },
  zh: {
    pv_kwh: '光伏发电 (kWh)',
    charge_kwh: '电池充电 (kWh)',
    discharge_kwh: '电池放电 (kWh)',
    import_kwh: '电网取电 (kWh)',
    export_kwh: '上网电量 (kWh)',
    load_kwh: '负载用电 (kWh)',
    gap: '含数据缺口',
  },
};

/** Titles of the columns of csv and xlsx. */
function titlesOf({ content, data_points, format, language, time_zone }: ScheduleRow): string[] {
  const { time, devid } = fixedLabels[language];
  const values =
    content === 'energy'
      ? Object.values(energies[language])
      : pointsOf(data_points).map((id) => columnLabel(coreDictionary, id * 65536, language));
  // A time as text contains its offset; a sheet's date does not.
  return [format === 'xlsx' ? `${time} (${time_zone})` : time, devid, ...values];
}

function rowsOf(
  { telemetry }: Core,
  schedule: ScheduleRow,
  period: Period,
  windows: DeviceWindow[],
): DeviceRows {
  const range = { windows, zone: schedule.time_zone, ...boundsOf(period, schedule.time_zone) };
  if (schedule.content === 'energy')
    return telemetry.deviceRows({
      content: 'energy',
      ...range,
      most: MAX_ENERGY_ROWS,
      interval: schedule.agg_interval === '1h' ? '1h' : '1d',
    });
  return telemetry.deviceRows({
    content: 'history',
    ...range,
    points: pointsOf(schedule.data_points),
    interval: schedule.agg_interval,
    aggregate: schedule.agg_type,
  });
}

function table(
  schedule: ScheduleRow,
  format: 'csv' | 'xlsx',
  rows: DeviceRows,
  name: string,
  onEnd: (written: number) => void,
): Readable {
  async function* cells(): AsyncGenerator<TableCell[]> {
    let written = 0;
    for await (const { devid, time_ms, values } of rows.read()) {
      written += 1;
      yield [{ time_ms, zone: schedule.time_zone }, devid, ...values];
    }
    onEnd(written);
  }
  const sheet = schedule.name.replace(/[[\]:*?/\\']/g, ' ');
  return tableStream({ format, name, sheet, header: titlesOf(schedule), rows: cells() });
}

function countBytes() {
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { stream, bytes: () => bytes };
}

/** Pipes `source` through `through`; an error or abort of either destroys both, and the reader receives it. */
function joined(source: Readable, through: Transform, signal: AbortSignal): Readable {
  const abort = () => source.destroy(signal.reason as Error);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  // The store may not have a listener yet, as it creates a folder first. It then finds the stream destroyed.
  through.on('error', () => {});
  source.once('error', (error) => through.destroy(error));
  through.once('close', () => {
    signal.removeEventListener('abort', abort);
    source.destroy();
  });
  return source.pipe(through);
}
