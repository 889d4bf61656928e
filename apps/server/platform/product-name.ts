import { sql } from 'kysely';
import type { Db, Trx } from './db.ts';

/** What the product is called where no brand says otherwise. */
export const PRODUCT = 'Voltloop';

/** The name of the brand of an account, or of the nearest one above it; null where none of them has one. */
export async function brandNameOf(db: Db | Trx, accountId: string): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select b.name from accounts a join accounts o on a.path <@ o.path and o.tenant_id = a.tenant_id
      join brands b on b.account_id = o.id
    where a.id = ${accountId}::uuid and b.name is not null and o.deleted_at is null
    order by nlevel(o.path) desc limit 1`.execute(db);
  return rows[0]?.name ?? null;
}

/** What the product is called to an account: by the name of its brand, else by its own. */
export const productNameOf = async (db: Db | Trx, accountId: string): Promise<string> =>
  (await brandNameOf(db, accountId)) ?? PRODUCT;
