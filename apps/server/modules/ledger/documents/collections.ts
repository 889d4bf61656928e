import { takesGoods } from '@voltloop/resources/receipt/receipt.rules.ts';
import { sql } from 'kysely';
import { oneRow, type Trx } from '../../../platform/db.ts';
import { conflictError } from '../../../platform/errors.ts';
import type { Document } from './document.ts';

/**
 * Locks the collection of a receipt until the transaction ends, so that it is neither settled nor cancelled while its
 * goods are received or voided.
 * @throws conflict where it does not expect goods, or is settled
 */
export async function lockCollection(
  trx: Trx,
  { collection_id: id }: Document,
  to: 'post' | 'void',
): Promise<void> {
  if (id === null || id === undefined) return;
  const { rows } = await sql<{ no: string; status: string }>`
    select no, status from collections where id = ${id as string} for share`.execute(trx);
  const { no, status } = oneRow({ rows });
  if (to === 'post' && !takesGoods.has(status))
    throw conflictError(
      'collectionId',
      'rule.document.collectionNotOpen',
      'No goods of this collection are expected',
    );
  if (to === 'void' && status === 'settled')
    throw conflictError(
      'ids.0',
      `rule.document.collectionSettled?no=${no}`,
      `Its goods are settled with ${no}: correct them, or return them to the supplier`,
    );
}
