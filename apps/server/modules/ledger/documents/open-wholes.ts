import { decimalOf } from '@voltloop/resource-kit';
import type { CodedItem, Move, Place, Whole } from '../stock/index.ts';

/** Removed parts that are heavier than their battery. */
export interface TooHeavy {
  lineId: string;
  /** The remaining mass of the whole, kg. */
  left: string;
}

/**
 * Pure: the moves of wholes whose parts are removed. Each whole leaves its location with its full mass and returns
 * lighter by its parts, so that a removal does not change the mass of a store.
 * @param removals moves of parts, from inside their wholes
 * @param places where the wholes lie
 */
export function openWholes(
  removals: readonly Move[],
  items: readonly CodedItem[],
  places: ReadonlyMap<string, Place>,
): Move[] | TooHeavy {
  const wholes = new Map(items.flatMap(({ whole }) => (whole ? [[whole.id, whole] as const] : [])));
  const moves: Move[] = [];
  for (const [id, parts] of Map.groupBy(removals, ({ from }) => from.key)) {
    const whole = wholes.get(id) as Whole;
    const { from: inside, lineId } = parts[0] as Move;
    let left = decimalOf(whole.bookedKg ?? 0);
    for (const part of parts) {
      if (left.lt(part.kg)) return { lineId: part.lineId, left: left.toFixed() };
      left = left.minus(part.kg);
    }
    const location = places.get(whole.placeId ?? '') as Place;
    const condition = whole.condition as string;
    const step = {
      lineId,
      itemId: id,
      fromCondition: condition,
      toCondition: condition,
      pieces: 1,
      whole: true,
    } as const;
    moves.push(
      { ...step, n: whole.moveN + 1, from: location, to: inside, kg: whole.bookedKg as string },
      { ...step, n: whole.moveN + 2, from: inside, to: location, kg: left.toFixed() },
    );
  }
  return moves;
}
