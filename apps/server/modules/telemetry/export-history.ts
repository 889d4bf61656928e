import { Readable } from 'node:stream';
import type { exportHistory, ParamsOf, QueryOf } from '@voltloop/contract';
import { audit } from '../../platform/audit.ts';
import { csvText } from '../../platform/cell-text.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { AppError, fieldError } from '../../platform/errors.ts';
import type { Services } from '../../platform/services.ts';
import { type Cell, xlsxStream } from '../../platform/xlsx-stream.ts';
import { ZoneClock } from '../../platform/zone-clock.ts';
import { checkTenant } from '../accounts/index.ts';
import type { ThingRow, Things } from '../things/index.ts';
import { dayName } from './calendar.ts';
import { checkRange } from './check-range.ts';
import { columnLabel, fileName, fixedLabels } from './export-cells.ts';
import { DAY_MS } from './parse-frame.ts';
import { frameCount, presentPoints, rowsAscending } from './questions.ts';
import { modelOf, type Selection, selectPoints } from './select-points.ts';

export interface ExportFile {
  name: string;
  type: string;
  content: Readable;
}

const MAX_RANGE_MS = 400 * DAY_MS;
/** What a spreadsheet can hold. */
const MAX_SHEET_ROWS = 1_048_575;
const MAX_SHEET_CELLS = 60_000_000;
const AT_ONCE_PER_ACCOUNT = 2;

interface Column {
  id: number;
  label: string;
}

/** Exports under way, by account. */
const running = new Map<string, number>();

/**
 * History of one thing as a file that is made while it is sent: a day is read, written, and forgotten. Rows are
 * device times, ascending; columns are the points that have readings in the range.
 */
export async function openExport(
  deps: Pick<Services, 'clickhouse' | 'db'> & { things: Pick<Things, 'find'> },
  ctx: Ctx,
  input: { params: ParamsOf<typeof exportHistory>; query: QueryOf<typeof exportHistory> },
): Promise<ExportFile> {
  const { params, query } = input;
  checkTenant(ctx.caller, params.tenantId);
  checkRange('query', query.begin_time, query.end_time, { step_ms: 1, series: 1, most: MAX_RANGE_MS });
  const thing = await deps.things.find(ctx.caller, params.thingsId);
  const dictionary = modelOf(thing.infoModelId);
  const selection = selectPoints(
    dictionary,
    { keys: query.data_points, category: undefined },
    'query.data_points',
  );
  const range = { thing: thing.key, from: query.begin_time, to: query.end_time };
  const [present, [count]] = await Promise.all([
    deps.clickhouse.ask(presentPoints, { ...range, ...selection }),
    deps.clickhouse.ask(frameCount, range),
  ]);
  const columns = present.flatMap(({ point, part }): Column[] => {
    const definition = dictionary.byId.get(point);
    if (!definition) return [];
    return [{ id: point * 65536 + part, label: columnLabel(definition, part, query.language) }];
  });
  const frames = count?.frames ?? 0;
  if (query.format === 'xlsx' && (frames > MAX_SHEET_ROWS || frames * columns.length > MAX_SHEET_CELLS)) {
    throw fieldError(
      'query.format',
      'validation.sheetTooLarge',
      'This is more than a sheet holds: take csv or a shorter range',
    );
  }
  const leave = enter(ctx.caller.accountId);
  try {
    await deps.db.transaction().execute((trx) =>
      audit(trx, ctx, {
        action: 'history.export',
        objectType: 'thing',
        objectId: thing.id,
        details: {
          devid: thing.devid,
          format: query.format,
          begin_time: query.begin_time,
          end_time: query.end_time,
        },
      }),
    );
  } catch (e) {
    leave();
    throw e;
  }
  const rows = rowsByDay(deps.clickhouse, range, selection);
  const file = query.format === 'csv' ? csvLines : xlsxChunks;
  const content = Readable.from(file(thing, columns, rows, query.language), { objectMode: false });
  content.once('close', leave);
  const from = dayName(thing.timeZone, query.begin_time);
  const to = dayName(thing.timeZone, query.end_time - 1);
  const type =
    query.format === 'csv'
      ? 'text/csv; charset=utf-8'
      : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  return { name: fileName(thing.devid, from, to, query.format), type, content };
}

/** Counts an export in; the result counts it out. @throws tooMany */
function enter(accountId: string): () => void {
  const now = running.get(accountId) ?? 0;
  if (now >= AT_ONCE_PER_ACCOUNT) {
    throw new AppError('tooMany', { message: 'Other exports of yours are still running', retryAfter_s: 10 });
  }
  running.set(accountId, now + 1);
  return () => {
    const left = (running.get(accountId) ?? 1) - 1;
    if (left > 0) running.set(accountId, left);
    else running.delete(accountId);
  };
}

interface ExportRow {
  time_ms: number;
  values: Map<number, number>;
}

async function* rowsByDay(
  clickhouse: Services['clickhouse'],
  range: { thing: number; from: number; to: number },
  selection: Selection,
): AsyncGenerator<ExportRow> {
  for (let from = range.from; from < range.to; from += DAY_MS) {
    const to = Math.min(from + DAY_MS, range.to);
    const day = { thing: range.thing, from, to, must: 0, limit: 4_000_000_000 };
    for (const row of await clickhouse.ask(rowsAscending, { ...day, ...selection })) {
      yield { time_ms: row.time_ms, values: new Map(row.ids.map((id, i) => [id, row.values[i] as number])) };
    }
  }
}

async function* csvLines(
  thing: ThingRow,
  columns: readonly Column[],
  rows: AsyncIterable<ExportRow>,
  language: 'en' | 'zh',
): AsyncGenerator<Buffer> {
  const clock = new ZoneClock(thing.timeZone);
  const { time, devid } = fixedLabels[language];
  const device = csvText(thing.devid);
  // The byte order mark tells spreadsheets that the text is UTF-8.
  let text = `\uFEFF${[time, devid, ...columns.map((c) => c.label)].map(csvText).join(',')}\r\n`;
  for await (const { time_ms, values } of rows) {
    text += `${clock.iso(time_ms)},${device}`;
    for (const { id } of columns) text += `,${values.get(id) ?? ''}`;
    text += '\r\n';
    if (text.length < 32_768) continue;
    yield Buffer.from(text, 'utf8');
    text = '';
  }
  yield Buffer.from(text, 'utf8');
}

async function* xlsxChunks(
  thing: ThingRow,
  columns: readonly Column[],
  rows: AsyncIterable<ExportRow>,
  language: 'en' | 'zh',
): AsyncGenerator<Buffer> {
  const clock = new ZoneClock(thing.timeZone);
  const { time, devid } = fixedLabels[language];
  const heading = [`${time} (${thing.timeZone})`, devid, ...columns.map((c) => c.label)];
  async function* cells(): AsyncGenerator<Cell[]> {
    for await (const { time_ms, values } of rows) {
      const when = { sheetDays: clock.sheetDays(time_ms) };
      yield [when, thing.devid, ...columns.map(({ id }) => values.get(id) ?? null)];
    }
  }
  yield* xlsxStream(thing.devid, heading, cells());
}
