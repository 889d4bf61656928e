import { sql } from 'kysely';
import type { Caller } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import { isUuid } from '../../../platform/uuid.ts';
import { isImage } from './rules.ts';

/** Whether all of these addresses are pictures uploaded by the caller. */
export async function ownPictures(trx: Trx, caller: Caller, addresses: readonly string[]): Promise<boolean> {
  const ids = [...new Set(addresses.map((address) => address.replace('/files/', '').toLowerCase()))];
  if (ids.length === 0) return true;
  if (!ids.every(isUuid)) return false;
  const { rows } = await sql<{ type: string }>`
    select type from files where id = any(${ids}::uuid[]) and account_id = ${caller.accountId}`.execute(trx);
  return rows.length === ids.length && rows.every(({ type }) => isImage(type));
}
