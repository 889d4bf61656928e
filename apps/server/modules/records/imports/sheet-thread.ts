import { parentPort, workerData } from 'node:worker_threads';
import { Refusal } from '../../../platform/workbook/refusal.ts';
import type { SheetJob, SheetReply } from './read-in-thread.ts';
import { readRows } from './read-sheet.ts';

/** The worker thread that reads one workbook or csv file: it returns rows as JSON, a few hundred per message. */

/** Rows of one message: parsed in a few ms. */
const AT_ONCE = 500;

async function reply(): Promise<SheetReply> {
  const { file, ...options } = workerData as SheetJob;
  try {
    const { rows, ...rest } = await readRows(file, options);
    const parts: string[] = [];
    for (let i = 0; i < rows.length; i += AT_ONCE) parts.push(JSON.stringify(rows.slice(i, i + AT_ONCE)));
    return { parts, ...rest };
  } catch (e) {
    if (!(e instanceof Refusal)) throw e;
    return { refused: { key: e.key, message: e.message } };
  }
}

parentPort?.postMessage(await reply());
