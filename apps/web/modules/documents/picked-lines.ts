import type { StockContent } from '@voltloop/contract/calls/stock.ts';
import { decimalOf, exact, type LineField } from '@voltloop/resource-kit';
import type { Line } from './queries.ts';

/** Pure: lines for goods selected in a store. */

type Fields = Readonly<Record<string, LineField>>;

/**
 * A battery becomes a line with its code, a lot a line with its mass; a lot in several places is one line unless lines
 * have a location. Of a lot only the unclaimed mass is taken, subtracting claims on the store once. A count takes
 * everything.
 * @param at whether lines have the current location of the goods, as in a count
 */
export function pickedLines(goods: readonly StockContent[], fields: Fields, at: boolean): Line[] {
  const lines = new Map<string, Line>();
  for (const each of goods) {
    const location = at && each.location !== '' ? { location: each.location } : {};
    const key = each.kind === 'coded' ? each.code : `${each.code} ${at ? each.location : ''}`;
    const kg = exact(lines.get(key)?.kg)?.plus(each.kg).toFixed() ?? each.kg;
    const said: Readonly<Record<string, unknown>> =
      each.kind === 'coded' ? { code: each.code } : { lotNo: each.code, kg };
    lines.set(key, {
      clientKey: crypto.randomUUID(),
      ...Object.fromEntries(
        Object.entries({ ...said, ...location }).filter(([name]) => name === 'code' || name in fields),
      ),
    });
  }
  return [...lines.values()].flatMap((line) => {
    const claimed = at
      ? []
      : (goods.find(({ kind, code }) => kind === 'lot' && code === line.lotNo)?.claims ?? []);
    if (claimed.length === 0) return [line];
    const free = claimed.reduce((rest, { kg }) => rest.minus(decimalOf(kg)), decimalOf(line.kg));
    return free.gt(0) ? [{ ...line, kg: free.toFixed() }] : [];
  });
}

/** Whether others have claimed all of it: a battery, or the whole mass of a lot in that place. */
export const isClaimed = ({ kind, kg, claims }: StockContent): boolean =>
  claims.length > 0 &&
  (kind === 'coded' || claims.reduce((rest, claim) => rest.minus(decimalOf(claim.kg)), decimalOf(kg)).lte(0));

/** Whether a document contains these goods already. */
export function isPresent(lines: readonly Line[]): (goods: StockContent) => boolean {
  const codes = new Set(lines.map(({ code }) => code));
  const lots = new Set(lines.map(({ lotNo }) => lotNo));
  return ({ kind, code }) => (kind === 'coded' ? codes : lots).has(code);
}
