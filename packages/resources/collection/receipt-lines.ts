import { decimalOf, type Values } from '@voltloop/resource-kit';

/** A line of a receipt, in the form that its document accepts. */
export interface ReceiptLine extends Values {
  clientKey: string;
}

/** The mass that enters the store, including water and impurities. */
function massOf({ kg }: Values, { grossKg, tareKg, rejectedKg }: Values = {}): string | undefined {
  if (grossKg == null) return kg == null ? undefined : String(kg);
  return decimalOf(grossKg).minus(decimalOf(tareKg)).minus(decimalOf(rejectedKg)).toFixed();
}

/**
 * Pure: the initial lines of a collection's receipt. Goods by mass are lots, numbered after the collection and its
 * line; packs have their own codes, which are scanned.
 */
export function receiptLines(collection: Values): ReceiptLine[] {
  const inspected = (collection.inspection ?? []) as readonly Values[];
  return ((collection.lines ?? []) as readonly Values[]).flatMap((line, n): ReceiptLine[] => {
    if (line.material === 'pack') return [];
    const pieces = inspected[n]?.pieces ?? line.pieces;
    const kg = massOf(line, inspected[n]);
    return [
      {
        clientKey: `lot-${n + 1}`,
        lotNo: `${collection.no}-${n + 1}`,
        material: line.material,
        basis: 'wet',
        ...(line.chemistry ? { chemistry: line.chemistry } : {}),
        ...(pieces ? { pieces } : {}),
        ...(kg ? { kg } : {}),
      },
    ];
  });
}
