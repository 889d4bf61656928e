import { type Brand, brandKinds, type ShownBrand } from '@voltloop/contract';
import { sql } from 'kysely';
import type { Caller } from '../../../platform/ctx.ts';
import type { Db, Trx } from '../../../platform/db.ts';
import { notFound } from '../../../platform/errors.ts';
import { inNameOrder } from '../../../platform/name-order.ts';

export const logoAddress = (logoId: string | null): string | null => logoId && `/brand-logos/${logoId}`;

interface BrandRow {
  account_id: string;
  account_name: string;
  account_kind: Brand['account_kind'];
  name: string | null;
  color: string | null;
  logo_id: string | null;
  host: string | null;
  above: string | null;
}

/** Name of the brand of the nearest account above that of alias `a`. */
const above = sql`(select n.name from brands n join accounts o on o.id = n.account_id
  where n.name is not null and a.path <@ o.path and o.id <> a.id and o.tenant_id = a.tenant_id
  order by nlevel(o.path) desc limit 1)`;

const rows = sql`select a.id as account_id, a.name as account_name, a.kind as account_kind,
    b.name, b.color, b.logo_id, b.host, ${above} as above
  from accounts a`;

function brandOf({ logo_id, ...row }: BrandRow, caller: Caller): Brand {
  return {
    ...row,
    logo: logoAddress(logo_id),
    may_edit: mayEdit(caller, row.account_id),
    may_set_host: caller.kind === 'main',
  };
}

/** An account may change its own brand, the main account all of them. */
export const mayEdit = (caller: Caller, accountId: string): boolean =>
  caller.kind === 'main' || caller.accountId === accountId;

/** The brand of an account whose visibility was checked. @throws notFound */
export async function brandOfAccount(db: Db | Trx, caller: Caller, accountId: string): Promise<Brand> {
  const { rows: found } = await sql<BrandRow>`${rows} left join brands b on b.account_id = a.id
    where a.id = ${accountId}::uuid and a.deleted_at is null
      and a.kind = any(${[...brandKinds]}::text[])`.execute(db);
  if (!found[0]) throw notFound();
  return brandOf(found[0], caller);
}

/** Every brand of the caller's tenant, by name. */
export async function brandsOfTenant(db: Db, caller: Caller): Promise<Brand[]> {
  const { rows: found } = await sql<BrandRow>`${rows} join brands b on b.account_id = a.id
    where a.tenant_id = ${caller.tenantId}::uuid and a.deleted_at is null
    order by ${inNameOrder(sql`coalesce(b.name, a.name)`)}, a.id`.execute(db);
  return found.map((row) => brandOf(row, caller));
}

/** The brand shown under a host name. */
export async function brandByHost(db: Db, host: string): Promise<ShownBrand | null> {
  const { rows: found } = await sql<{ name: string; color: string | null; logo_id: string | null }>`
    select b.name, b.color, b.logo_id from brands b join accounts a on a.id = b.account_id
    where b.host = ${host} and b.name is not null and a.deleted_at is null`.execute(db);
  const [brand] = found;
  return brand ? { name: brand.name, color: brand.color, logo: logoAddress(brand.logo_id) } : null;
}

export async function logoById(db: Db, id: string): Promise<Buffer | null> {
  const { rows: found } = await sql<{ logo: Buffer }>`
    select logo from brands where logo_id = ${id}::uuid`.execute(db);
  return found[0]?.logo ?? null;
}

/** Writes some columns of a brand, and inserts it if it does not exist. */
export async function writeBrand(
  trx: Trx,
  accountId: string,
  values: { name?: string; color?: string | null; logo?: Buffer | null; host?: string | null },
  now: Date,
): Promise<void> {
  await sql`insert into brands (account_id, updated_at) values (${accountId}::uuid, ${now})
    on conflict (account_id) do nothing`.execute(trx);
  const { logo, ...plain } = values;
  const sets = [
    sql`updated_at = ${now}`,
    ...Object.entries(plain).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
    ...(logo === undefined
      ? []
      : [sql`logo = ${logo}`, logo === null ? sql`logo_id = null` : sql`logo_id = gen_random_uuid()`]),
  ];
  await sql`update brands set ${sql.join(sets)} where account_id = ${accountId}::uuid`.execute(trx);
}

/** Removes name, colour and logo; keeps a host name. */
export async function clearBrand(trx: Trx, accountId: string, now: Date): Promise<void> {
  await sql`update brands set name = null, color = null, logo = null, logo_id = null, updated_at = ${now}
    where account_id = ${accountId}::uuid`.execute(trx);
  await sql`delete from brands where account_id = ${accountId}::uuid and host is null`.execute(trx);
}
