import { decimalOf, exact } from '@voltloop/resource-kit';
import type { Line } from './queries.ts';
import type { Verdicts } from './verdicts.ts';

/** Pure: what the totals of a document count. */

export interface Totals {
  count: number;
  pieces: number;
  kg: string;
}

/** The totals without the lines that were refused: those cannot be in the document. */
export function withoutRefused(totals: Totals, lines: readonly Line[], verdicts: Verdicts): Totals {
  const refused = lines.filter(({ clientKey }) => verdicts.get(clientKey)?.tone === 'refused');
  const less = (from: string, of: (line: Line) => unknown) =>
    refused.reduce((left, line) => left.minus(decimalOf(of(line))), decimalOf(from)).toString();
  return {
    count: totals.count - refused.length,
    pieces: Number(less(String(totals.pieces), ({ code, pieces }) => (code ? 1 : pieces))),
    kg: less(totals.kg, ({ kg }) => kg),
  };
}

/** The net mass of a weigh ticket, and what of it the lines do not have yet; null without a ticket. */
export function ofTicket(
  { grossKg, tareKg }: Readonly<Record<string, unknown>>,
  kg: string,
): { netKg: string; leftKg: string } | null {
  const [gross, tare] = [exact(grossKg), exact(tareKg)];
  if (!gross || !tare) return null;
  const net = gross.minus(tare);
  return { netKg: net.toString(), leftKg: net.minus(decimalOf(kg)).toString() };
}

/** Whether the lines of a kind total their input alone. */
export const countsInput = (kind: string): boolean => kind === 'production' || kind === 'recyclingRun';

/** Whether the totals of the header are those of posting, and not of the current lines. */
export const isSettled = (status: string): boolean => status === 'posted' || status === 'voided';

/** Names of the header's totals: those of a production are its input until it is posted, and then its products. */
export function namesOfTotals(kind: string, status: string) {
  if (kind === 'production' && isSettled(status)) return { pieces: 'madePieces', kg: 'madeKg' } as const;
  if (countsInput(kind)) return { pieces: 'inputPieces', kg: 'inputKg' } as const;
  return { pieces: 'pieces', kg: 'kg' } as const;
}
