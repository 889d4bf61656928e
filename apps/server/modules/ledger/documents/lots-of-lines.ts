import type { Trx } from '../../../platform/db.ts';
import { type Lot, lotsByNumber, makeLots } from '../stock/index.ts';
import type { Document } from './document.ts';
import type { Line } from './lines.ts';

/**
 * The lots of lines by mass, by their numbers. Unknown lots are created; a line without a number is
 * numbered by its document.
 * @param lines each with its material
 */
export async function makeLotsOf(
  trx: Trx,
  tenantId: string,
  document: Document,
  lines: readonly Line[],
): Promise<Map<string, Lot>> {
  for (const line of lines)
    line.lotNo ??= `${document.day.replaceAll('-', '')}-${line.id.slice(-12)}`.toUpperCase();
  const known = await lotsByNumber(
    trx,
    tenantId,
    lines.flatMap(({ lotNo }) => lotNo ?? []),
  );
  const fresh = lines.filter(({ lotNo }) => !known.has(lotNo ?? ''));
  const made = await makeLots(
    trx,
    tenantId,
    // The first line of a number determines its lot.
    [...new Map(fresh.toReversed().map((line) => [line.lotNo, line])).values()].map((line) => ({
      lotNo: line.lotNo as string,
      material: line.material as string,
      chemistry: line.chemistry,
      basis: line.basis ?? 'wet',
    })),
  );
  return new Map([...known, ...made]);
}
