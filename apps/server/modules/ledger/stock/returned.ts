import { decimalOf } from '@voltloop/resource-kit';

export type Kg = ReturnType<typeof decimalOf>;

/** A move of goods that may be a delivery, or the return of one. */
interface Moved {
  item: string;
  lot: boolean;
  kg: string;
  from: { kind: string; key: string };
  to: { kind: string; key: string };
  /** Of its document. */
  preset: string | null;
}

/** A return and the delivery that it reverses, for a mass. */
interface Returned<M> {
  move: M;
  delivery: M;
  kg: Kg;
}

/**
 * Returns with the deliveries that they reverse, the last delivery first, and what remains of each move: goods that
 * stayed with a customer, or that a customer returned without a delivery. Pure.
 * @param moves in order
 */
export function matchReturns<M>(moves: readonly M[], read: (move: M) => Moved) {
  const left = new Map<M, Kg>();
  const returned: Returned<M>[] = [];
  const deliveries = new Map<string, { delivery: M; to: string }[]>();
  for (const move of moves) {
    const { item, lot, kg: own, from, to, preset } = read(move);
    left.set(move, decimalOf(own));
    const delivered = deliveries.get(item) ?? [];
    const isReturn = preset === 'return' && from.kind === 'outside';
    for (const { delivery } of isReturn ? delivered.filter((each) => each.to === from.key).reverse() : []) {
      const [rest, had] = [left.get(move) ?? decimalOf(0), left.get(delivery) ?? decimalOf(0)];
      if (rest.lte(0)) break;
      if (had.lte(0)) continue;
      // A battery is returned whole, though perhaps weighed again.
      const kg = lot && had.lt(rest) ? had : rest;
      returned.push({ move, delivery, kg });
      left.set(move, rest.minus(kg));
      left.set(delivery, lot ? had.minus(kg) : decimalOf(0));
    }
    if (to.kind === 'outside') {
      delivered.push({ delivery: move, to: to.key });
      deliveries.set(item, delivered);
    }
  }
  return { left, returned };
}
