import type { Derived, Drawing, Maker, Mapping, Period, ReadFailure } from '@voltloop/domain/cycler/index.ts';
import { runThread, ThreadEnded } from '../../../../platform/run-thread.ts';

export interface CyclerJob {
  /** Path of the file. */
  file: string;
  mapping: Mapping | null;
  maxRows: number;
}

export interface CyclerCurve {
  maker: Maker;
  mapping: Mapping;
  /** Texts above the heads. */
  lead: string[];
  /** The first rows of the file, as they are. */
  first: string[][];
  rows: number;
  drawing: Drawing;
  derived: Omit<Derived, 'periods'> & { periods: Omit<Period, 'first' | 'last'>[] };
}

export interface CyclerRefusal {
  key: ReadFailure | 'unreadable' | 'tooBig' | 'tooSlow';
  values: Readonly<Record<string, string>>;
  /** The first rows of the file, from which columns can be chosen. */
  first: string[][];
}

export type CyclerReply = CyclerCurve | { refused: CyclerRefusal };

const MAX_ROWS = 500_000;
/** Reading a file at every limit takes some ten seconds. */
const LIMITS = { time_ms: 60_000, memory_MB: 384 };

/** The curve of a cycler's file, read in a worker thread; or the reason for refusing it. */
export async function readCurve(
  file: string,
  mapping: Mapping | null,
  signal: AbortSignal,
): Promise<CyclerReply> {
  const job: CyclerJob = { file, mapping, maxRows: MAX_ROWS };
  try {
    return await runThread(new URL('./cycler-thread.ts', import.meta.url), job, LIMITS, signal);
  } catch (e) {
    if (!(e instanceof ThreadEnded)) throw e;
    return { refused: { key: e.reason, values: {}, first: [] } };
  }
}
