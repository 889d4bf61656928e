import type { FieldError } from '@voltloop/contract';
import { decimalOf } from '@voltloop/resource-kit';
import type { CodedItem } from '../stock/index.ts';
import type { Line } from './lines.ts';

/** Tolerated difference of a line's mass from the battery's known mass, percent. */
const TOLERANCE_PCT = 10;

/** Pure: lines whose mass differs from the battery's known mass: more often a typo than a new mass. */
export function checkMasses(
  lines: readonly Line[],
  items: ReadonlyMap<string, Pick<CodedItem, 'bookedKg' | 'massKg'>>,
): FieldError[] {
  return lines.flatMap(({ clientKey, code, kg }): FieldError[] => {
    const item = items.get(code ?? '');
    const known = item?.bookedKg ?? item?.massKg ?? null;
    if (kg === null || known === null || decimalOf(known).eq(0)) return [];
    const off = decimalOf(kg).minus(known).abs().times(100).div(known);
    if (off.lte(TOLERANCE_PCT)) return [];
    const values = { code: code as string, known: decimalOf(known).toFixed(), mass: decimalOf(kg).toFixed() };
    return [
      {
        path: `lines.${clientKey}.kg`,
        key: `rule.document.massDoubtful?${new URLSearchParams(values)}`,
        message: `${code} is known with ${values.known} kg, this line says ${values.mass} kg`,
      },
    ];
  });
}
