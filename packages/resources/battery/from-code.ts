import { normalise, type Parts, parse, productTypeOf } from '@voltloop/domain/battery-code/index.ts';
import { parseOption } from '@voltloop/domain/options/index.ts';
import type { Values } from '@voltloop/resource-kit';

/** Pure: values encoded in a battery's code; shared by the server and the console's form. */

/** The parts of the code of a row; null if its length is not that of a code. */
export const partsOf = (values: Values): Parts | null => parse(normalise(String(values.batteryCode ?? '')));

/** The encoded values of fields that a person may fill as well; null where the code has none. */
export function encodedValues(parts: Parts | null) {
  return {
    productType: parts && productTypeOf(parts.product),
    chemistry: parts && (parseOption('chemistry', parts.chemistry) ?? null),
    isCascade: parts && (parts.form === 'echelon' ? 1 : 2),
  };
}
