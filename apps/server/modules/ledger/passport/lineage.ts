import { passportPath } from '@voltloop/domain/passport/address.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db.ts';
import type { Facts } from './facts.ts';

export interface Related {
  id: string;
  batteryCode: string;
  serial: string;
  gtin: string | null;
  status: string;
}

/** Maximum number of passports in a reply. */
const MOST = 200;

const related = sql`p.id, p.battery_code as "batteryCode", p.serial, p.gtin, p.status`;
/** Moves of valid productions into another item; a void excludes them. */
const consumed = sql`moves m
  join documents d on d.id = m.document_id and d.kind = 'production' and d.status = 'posted' and d.reverses_id is null
  join places t on t.id = m.to_place and t.kind = 'inside' and t.key <> m.item_id::text`;
const isValid = sql`p.deleted_at is null and p.status <> 'withdrawn'`;

/** Passports of the components of this product, and the passport of the product that this battery became a part of. */
export async function lineageOf(
  db: Db,
  { tenantId, battery }: Facts,
): Promise<{ before: Related[]; after: Related | null }> {
  const before =
    await sql<Related>`select distinct ${related} from ${consumed} join passports p on p.battery_id = m.item_id
    where m.tenant_id = ${tenantId} and t.key = ${battery.id} and ${isValid}
    order by 2 limit ${MOST}`.execute(db);
  const after =
    await sql<Related>`select ${related} from ${consumed} join passports p on p.battery_id = t.key::uuid
    where m.tenant_id = ${tenantId} and m.item_id = ${battery.id} and ${isValid}
    order by m.seq desc limit 1`.execute(db);
  return { before: before.rows, after: after.rows[0] ?? null };
}

/** The public address of a passport; relative if the server's public URL is not set. */
export const addressOf = (
  publicUrl: string | undefined,
  passport: { gtin: string | null; serial: string },
): string => `${publicUrl?.replace(/\/$/, '') ?? ''}${passportPath(passport)}`;
