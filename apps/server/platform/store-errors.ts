import { ClickHouseError } from '@clickhouse/client';
import { isDiskFull } from './disk-error.ts';

/**
 * ClickHouse's codes for a value that a table does not accept: unreadable texts, numbers, dates, arrays and types. A
 * retry is useless.
 */
const contentCodes = new Set([
  6, 25, 26, 27, 32, 33, 36, 38, 41, 43, 53, 62, 69, 70, 72, 117, 131, 190, 246, 321, 349, 376, 407, 441, 467,
]);

/**
 * ClickHouse's codes about its own state, not the content: unreachable parts, lack of space or memory, a missing
 * right, a missing or read-only table, too many parts or queries, a killed query.
 */
const outageCodes = new Set([
  48, 60, 74, 75, 76, 81, 159, 164, 192, 193, 194, 202, 203, 209, 210, 225, 236, 241, 242, 243, 252, 279, 285,
  286, 297, 319, 373, 394, 439, 473, 497, 499, 516, 519, 722, 745, 999, 1000, 1001, 1002,
]);

/** ClickHouse's code of an error; null where it did not answer. The client does not parse some of its answers. */
function clickhouseCode(error: unknown): number | null {
  if (error instanceof ClickHouseError) return Number(error.code);
  const code = /^Code: (\d+)\. DB::Exception/.exec((error as { message?: string }).message ?? '')?.[1];
  return code === undefined ? null : Number(code);
}

/** PostgreSQL's classes 22 (data), 23 (integrity) and 54 (a limit of the program). */
const contentClasses = /^(22|23|54)/;
const sqlState = /^[0-9A-Z]{5}$/;

/** Whether a store refuses the content, so that the same write will fail again. */
export function isContentError(error: unknown): boolean {
  if (isDiskFull(error)) return false;
  const answer = clickhouseCode(error);
  if (answer !== null) return contentCodes.has(answer);
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && sqlState.test(code) && contentClasses.test(code);
}

/** Whether ClickHouse currently cannot write; otherwise the error concerns the content. */
export function isOutage(error: unknown): boolean {
  const code = clickhouseCode(error);
  return code === null || outageCodes.has(code) || isDiskFull(error);
}

/** Whether retrying a message is useless: a store refuses its content, or our code fails on it. */
export function isMessageAtFault(error: unknown): boolean {
  return isContentError(error) || error instanceof RangeError || error instanceof TypeError;
}

/** Why a write failed, as a code for operators. */
export type WriteFailure = 'disk_full' | 'store_refused' | 'store_unreachable';

export function writeFailure(error: unknown): WriteFailure {
  if (isDiskFull(error)) return 'disk_full';
  // Both stores have codes of their own; network errors have names such as ECONNREFUSED.
  const { code } = error as { code?: unknown };
  const postgresAnswered = typeof code === 'string' && sqlState.test(code) && !/^(57P|08)/.test(code);
  return clickhouseCode(error) !== null || postgresAnswered ? 'store_refused' : 'store_unreachable';
}
