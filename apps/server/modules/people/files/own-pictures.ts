import type { Caller } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import { isUuid } from '../../../platform/uuid.ts';
import { isImage } from './rules.ts';

/** Whether all of these addresses are pictures uploaded by the caller. */
export async function ownPictures(trx: Trx, caller: Caller, addresses: readonly string[]): Promise<boolean> {
  const ids = [...new Set(addresses.map((address) => address.replace('/files/', '').toLowerCase()))];
  if (ids.length === 0) return true;
  if (!ids.every(isUuid)) return false;
  const rows = await trx
    .selectFrom('files')
    .select('type')
    .where('id', 'in', ids)
    .where('account_id', '=', caller.accountId)
    .execute();
  return rows.length === ids.length && rows.every(({ type }) => isImage(type));
}
