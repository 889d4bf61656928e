import { slotOf } from './calendar.ts';

/** Aggregates of one series over a stretch of time within one slot. Values in units. */
export interface Piece {
  start_ms: number;
  first: number;
  last: number;
  low: number;
  high: number;
  /** Sum and number of readings; only where raw readings were requested. */
  sum: number;
  count: number;
}

export type Aggregate = 'avg' | 'min' | 'max' | 'first' | 'last';

/** Folds pieces (ascending by time) into the slots between `cuts`: one piece for each slot that has any. */
export function foldPieces(pieces: readonly Piece[], cuts: readonly number[]): Piece[] {
  const slots: Piece[] = [];
  let current: Piece | undefined;
  for (const piece of pieces) {
    const index = slotOf(cuts, piece.start_ms);
    if (index < 0 || index >= cuts.length - 1) continue;
    const start_ms = cuts[index] as number;
    if (current?.start_ms !== start_ms) {
      current = { ...piece, start_ms };
      slots.push(current);
      continue;
    }
    current.last = piece.last;
    current.low = Math.min(current.low, piece.low);
    current.high = Math.max(current.high, piece.high);
    current.sum += piece.sum;
    current.count += piece.count;
  }
  return slots;
}

/** One figure of a slot; averages are rounded to thousandths, the stored precision. */
export function aggregateOf(piece: Piece, aggregate: Aggregate): number {
  switch (aggregate) {
    case 'avg':
      return Math.round((piece.sum / piece.count) * 1000) / 1000;
    case 'min':
      return piece.low;
    case 'max':
      return piece.high;
    case 'first':
      return piece.first;
    case 'last':
      return piece.last;
  }
}
