import { normalise, type Parts, parse, productTypeOf } from '@voltloop/domain/battery-code/index.ts';
import { parseOption } from '@voltloop/domain/options/index.ts';
import type { Values } from '@voltloop/resource-kit';

/** Pure: what a battery's code says; the server and the form of the console read it alike. */

/** The parts of the code of a row; null where it has not the length of one. */
export const partsOf = (values: Values): Parts | null => parse(normalise(String(values.batteryCode ?? '')));

/** What the characters of a code say of the fields that a person may fill too; null where they say nothing. */
export function sayingOf(parts: Parts | null) {
  return {
    productType: parts && productTypeOf(parts.product),
    chemistry: parts && (parseOption('chemistry', parts.chemistry) ?? null),
    isCascade: parts && (parts.form === 'echelon' ? 1 : 2),
  };
}
