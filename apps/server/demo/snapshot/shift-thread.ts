import { parentPort, workerData } from 'node:worker_threads';
import { type Converted, readSnapshot } from './file.ts';
import { daysBetween, shiftOf } from './shift.ts';

/** Reads a snapshot and moves it, in a thread: it would block the server for seconds. */

export interface ShiftOrder {
  file: string;
  now: Date;
  ids: ReadonlyMap<string, string>;
}
export type Shifted = Converted<Uint8Array<ArrayBuffer>>;

const { file, now, ids } = workerData as ShiftOrder;
const encoder = new TextEncoder();
const snapshot: Shifted = readSnapshot(file, ({ begun }) => {
  const shift = shiftOf(daysBetween(new Date(begun), now), ids);
  return (text) => encoder.encode(shift(text));
});
parentPort?.postMessage(
  snapshot,
  [...snapshot.tables.map(({ text }) => text), snapshot.audit].map(({ buffer }) => buffer),
);
