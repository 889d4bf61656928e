import { decimalOf, type Values } from '@voltloop/resource-kit';

/** Pure: matches goods to the lines of an order (decision 32). */

export type Unit = 'piece' | 'kg' | 'kwh' | 'metal';

/** The features of goods that an order can require; null if not recorded. */
export interface Kind {
  productType: number | null;
  categoryId: string | null;
  cascadeType: number | null;
  /** Of goods by mass, which may also have a product type. */
  material: string | null;
}

export interface OrderLine extends Kind {
  place: number;
  unit: Unit;
  quantity: string;
  shipped: string;
  returned: string;
  unitPrice: string | null;
  /** The parts of a price by metal content. */
  metals: Values | null;
}

/** One line of a sale: a coded battery, or a part of a lot. */
export interface Goods extends Kind {
  lineId: string;
  coded: boolean;
  kg: string;
  /** Rated energy of a coded battery. */
  kwh: string | null;
}

export interface Match {
  lineId: string;
  place: number;
  unit: Unit;
  quantity: string;
  /** Of the order. */
  unitPrice: string | null;
  metals: Values | null;
}

export type Mismatch =
  | { reason: 'notOrdered' | 'energyMissing'; lineId: string }
  /** More than the open quantity of the order line. */
  | { reason: 'overShipped'; lineId: string; place: number; unit: Unit; open: string };

/** The quantity of a sale line in a unit; null if unknown. */
export function quantityIn(
  unit: Unit,
  { coded, kg, kwh }: Pick<Goods, 'coded' | 'kg' | 'kwh'>,
): string | null {
  if (unit === 'kg' || unit === 'metal') return kg;
  if (!coded) return null;
  return unit === 'piece' ? '1' : kwh;
}

const features = ['productType', 'categoryId', 'cascadeType'] as const;

/** Goods by mass that also have a product type. */
const byType: Readonly<Record<number, string>> = { 1: 'pack', 2: 'module', 3: 'cell' };
const materialOf = ({ material, productType }: Kind): string | null =>
  material ?? byType[productType ?? 0] ?? null;

/** The quantity of an order line that is to be shipped: returned goods are open again. */
export const openOf = ({
  quantity,
  shipped,
  returned,
}: Pick<OrderLine, 'quantity' | 'shipped' | 'returned'>) => decimalOf(quantity).minus(shipped).plus(returned);

/** The most that may be shipped on an order line: mass and energy may exceed it by the tolerance of the order. */
export const mostOf = (
  { unit, quantity }: Pick<OrderLine, 'unit' | 'quantity'>,
  tolerancePct: string,
): string =>
  unit === 'piece' ? quantity : decimalOf(quantity).times(decimalOf(tolerancePct).div(100).plus(1)).toFixed();

/** How many features an order line and goods have in common; null if one contradicts. */
function commonFeatures(line: Kind, goods: Kind): number | null {
  const [wanted, offered] = [materialOf(line), materialOf(goods)];
  if (wanted !== null && offered !== null && wanted !== offered) return null;
  let same = 0;
  for (const feature of features) {
    if (line[feature] === null || goods[feature] === null) continue;
    if (line[feature] !== goods[feature]) return null;
    same += 1;
  }
  return same;
}

/** An order line while goods are assigned. */
interface Open {
  line: OrderLine;
  /** The most that it still takes. */
  remaining: ReturnType<typeof decimalOf>;
  /** The part of it that exceeds the order. */
  surplus: ReturnType<typeof decimalOf>;
}

/** Goods by mass over several order lines, each up to its quantity, the last ones up to the tolerance; null: too much. */
function spread(fitting: readonly Open[], kg: string): { at: Open; quantity: string }[] | null {
  let rest = decimalOf(kg);
  const parts = fitting.flatMap((at) => {
    const open = at.remaining.minus(at.surplus);
    const taken = open.lt(rest) ? open : rest;
    if (taken.lte(0)) return [];
    rest = rest.minus(taken);
    return [{ at, taken }];
  });
  for (const part of parts.toReversed()) {
    const more = part.at.remaining.minus(part.taken);
    const added = more.lt(rest) ? more : rest;
    part.taken = part.taken.plus(added);
    rest = rest.minus(added);
  }
  return rest.gt(0) ? null : parts.map(({ at, taken }) => ({ at, quantity: taken.toFixed() }));
}

/**
 * Assigns goods one by one to a fitting order line with enough open quantity: first those with the most in
 * common, among equals the first of the order. Lines by mass and energy may be exceeded by the tolerance of the order.
 * Goods by mass that no single line takes are divided among several.
 */
export function matchOrder(
  lines: readonly OrderLine[],
  goods: readonly Goods[],
  tolerancePct: string,
): { matches: Match[]; mismatches: Mismatch[] } {
  const state = lines.map((line): Open => {
    const most = mostOf(line, tolerancePct);
    return {
      line,
      remaining: openOf({ ...line, quantity: most }),
      surplus: decimalOf(most).minus(line.quantity),
    };
  });
  const matches: Match[] = [];
  const mismatches: Mismatch[] = [];
  for (const each of goods) {
    const candidates = state
      .map((at) => ({ at, common: commonFeatures(at.line, each) }))
      .filter(({ common }) => common !== null)
      .sort((a, b) => Number(b.common) - Number(a.common));
    const countable = candidates.flatMap(({ at }) => {
      const quantity = quantityIn(at.line.unit, each);
      return quantity === null ? [] : [{ at, quantity }];
    });
    const chosen = countable.find(({ at, quantity }) => at.remaining.gte(decimalOf(quantity)));
    const [best] = countable;
    const fitting = countable.map(({ at }) => at);
    const parts = chosen ? [chosen] : each.coded ? null : spread(fitting, each.kg);
    if (parts && parts.length > 0) {
      for (const { at, quantity } of parts) {
        at.remaining = at.remaining.minus(decimalOf(quantity));
        const { place, unit, unitPrice, metals } = at.line;
        matches.push({ lineId: each.lineId, place, unit, quantity, unitPrice, metals });
      }
    } else if (best) {
      const { place, unit } = best.at.line;
      const open = openOf(best.at.line);
      mismatches.push({
        reason: 'overShipped',
        lineId: each.lineId,
        place,
        unit,
        open: open.lt(0) ? '0' : open.toFixed(),
      });
    } else {
      const uncounted = each.coded && candidates.some(({ at }) => at.line.unit === 'kwh');
      mismatches.push({ reason: uncounted ? 'energyMissing' : 'notOrdered', lineId: each.lineId });
    }
  }
  return { matches, mismatches };
}
