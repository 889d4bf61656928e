import { sql } from 'kysely';
import type { Db, Trx } from './db.ts';

/** The product name without a brand. */
export const PRODUCT = 'Voltloop';

/** The brand name of an account, or of the nearest account above it with one; null without any. */
export async function brandNameOf(db: Db | Trx, accountId: string): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select b.name from accounts a join accounts o on a.path <@ o.path and o.tenant_id = a.tenant_id
      join brands b on b.account_id = o.id
    where a.id = ${accountId}::uuid and b.name is not null and o.deleted_at is null
    order by nlevel(o.path) desc limit 1`.execute(db);
  return rows[0]?.name ?? null;
}

/** The product name for an account: its brand, or the default. */
export const productNameOf = async (db: Db | Trx, accountId: string): Promise<string> =>
  (await brandNameOf(db, accountId)) ?? PRODUCT;
