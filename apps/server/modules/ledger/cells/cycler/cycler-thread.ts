import { open } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { CyclerFileError, derive, downsample, RowReader } from '@voltloop/domain/cycler/index.ts';
import { Refusal } from '../../../../platform/workbook/refusal.ts';
import { readCells, type SheetLimits } from '../../../../platform/workbook/sheet-cells.ts';
import { openWorkbook } from '../../../../platform/workbook/workbook.ts';
import type { CyclerJob, CyclerReply } from './read-curve.ts';
import { readLines } from './read-lines.ts';

/** The worker thread that reads one file of a cycler: a text table or a workbook. */

const DRAWN_POINTS = 2000;
const WORKBOOK: SheetLimits = { rows: 500_000, cells: 6_000_000, chars: 100_000_000 };
const MAX_UNPACKED_BYTES = 400 * 1024 * 1024;
/** Neware and Arbin write several sheets: the measured rows are in this one. */
const SHEET = /^(record|channel|data|详细数据|记录)/i;

async function read(): Promise<CyclerReply> {
  const { file, mapping, maxRows } = workerData as CyclerJob;
  const reader = new RowReader(mapping, maxRows);
  try {
    if (await isZip(file)) await readWorkbook(file, reader);
    else for await (const cells of readLines(file)) reader.row(cells);
    const { curve, maker, mapping: found, lead } = reader.end();
    const { periods, ...derived } = derive(curve);
    return {
      maker,
      mapping: found,
      lead,
      first: reader.first,
      rows: curve.time_s.length,
      drawing: downsample(curve, DRAWN_POINTS),
      derived: {
        ...derived,
        periods: periods.map(({ first: _first, last: _last, ...period }) => period),
      },
    };
  } catch (e) {
    if (e instanceof CyclerFileError)
      return { refused: { key: e.key, values: e.values, first: reader.first } };
    if (e instanceof Refusal) return { refused: { key: 'unreadable', values: {}, first: [] } };
    throw e;
  }
}

async function isZip(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.readUInt32BE(0) === 0x504b0304;
  } finally {
    await handle.close();
  }
}

async function readWorkbook(file: string, reader: RowReader): Promise<void> {
  const workbook = await openWorkbook(file, MAX_UNPACKED_BYTES);
  // The parser replaces errors of its callers by its own.
  let refused: unknown;
  try {
    await readCells(
      workbook,
      (_number, cells) => {
        const row: string[] = [];
        for (const { place, text } of cells) row[place] = text;
        try {
          reader.row(Array.from(row, (text) => text ?? ''));
        } catch (e) {
          refused = e;
          throw e;
        }
      },
      { limits: WORKBOOK, sheet: SHEET },
    );
  } catch (e) {
    throw refused ?? e;
  } finally {
    workbook.close();
  }
}

parentPort?.postMessage(await read());
