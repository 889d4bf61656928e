import { Gauge } from 'prom-client';
import { AppError, fieldError } from '../../../platform/errors.ts';

const MAX_PER_ACCOUNT = 2;
/** Each export reads one window at a time; together they must leave capacity for charts. */
const MAX_RUNNING = 12;

/** Running exports of this process, by account. */
const running = new Map<string, number>();
const runningGauge = new Gauge({
  name: 'voltloop_exports_running',
  help: 'Exports of histories and comparisons that this node is sending.',
});

/**
 * Registers an export.
 * @returns A function that unregisters it; repeated calls have no effect.
 * @throws tooMany
 */
function enterExport(accountId: string): () => void {
  const own = running.get(accountId) ?? 0;
  const all = [...running.values()].reduce((sum, n) => sum + n, 0);
  if (own >= MAX_PER_ACCOUNT || all >= MAX_RUNNING) {
    const message =
      own >= MAX_PER_ACCOUNT
        ? 'Other exports of yours are still running'
        : 'Too many exports are running: try again in a moment';
    throw new AppError('tooMany', { message, retryAfter_s: 10 });
  }
  running.set(accountId, own + 1);
  runningGauge.inc();
  let left = false;
  return () => {
    if (left) return;
    left = true;
    runningGauge.dec();
    const rest = (running.get(accountId) ?? 1) - 1;
    if (rest > 0) running.set(accountId, rest);
    else running.delete(accountId);
  };
}

/** Runs `open` as one of the account's exports: counted from here until it fails or calls `onClose`. */
export async function withinLimit<T>(
  accountId: string,
  open: (onClose: () => void) => Promise<T>,
): Promise<T> {
  const leave = enterExport(accountId);
  try {
    return await open(leave);
  } catch (e) {
    leave();
    throw e;
  }
}

/** Cell limit of a workbook: spreadsheet programs can open it, and it is well below the zip limit. */
const MAX_SHEET_CELLS = 60_000_000;

/** @throws validation beside `field` */
export function checkSheet(field: string, cells: number): void {
  if (cells <= MAX_SHEET_CELLS) return;
  const text = 'This is more than a workbook holds: take csv, fewer points or a shorter range';
  throw fieldError(field, 'validation.sheetTooLarge', text);
}
