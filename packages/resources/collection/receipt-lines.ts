import { decimalOf, type Values } from '@voltloop/resource-kit';

/** A line of a receipt, as its document takes it. */
export interface ReceiptLine extends Values {
  clientKey: string;
}

/** What lies on the scale and goes into the store: water and impurities go with it. */
function massOf({ kg }: Values, { grossKg, tareKg, rejectedKg }: Values = {}): string | undefined {
  if (grossKg == null) return kg == null ? undefined : String(kg);
  return decimalOf(grossKg).minus(decimalOf(tareKg)).minus(decimalOf(rejectedKg)).toFixed();
}

/**
 * Pure: lines that the receipt of a collection begins with. Goods by mass are lots, numbered after the collection and their
 * line; packs have codes of their own, which are scanned.
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
