import type { FieldError } from '@voltloop/contract';
import { type DocumentKind, rightToOverride } from '@voltloop/resource-kit';
import {
  type Breach,
  breachesOf,
  type Handover,
  hasCounterpartyRules,
  type Party,
  type Person,
} from '@voltloop/resources/counterparty-rules.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/ctx.ts';
import { oneRow, type Trx } from '../../../platform/db.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Move } from '../stock/index.ts';
import type { Document } from './document.ts';

interface Row {
  enterprise: Party | null;
  customer: Party | null;
  carrier: Party | null;
  driver: Person | null;
  escort: Person | null;
  region: string | null;
}

/** Identifying facts of an enterprise, as JSON. */
const party = (e: string) => sql`case when ${sql.ref(`${e}.id`)} is not null then json_build_object(
  'of', 'enterprise', 'id', ${sql.ref(`${e}.id`)}, 'name', ${sql.ref(`${e}.name`)},
  'blocked', ${sql.ref(`${e}.status`)} <> 1, 'kind', ${sql.ref(`${e}.kind`)}, 'permits', ${sql.ref(`${e}.permits`)},
  'eiaNo', ${sql.ref(`${e}.eia_no`)}, 'dischargePermitNo', ${sql.ref(`${e}.discharge_permit_no`)},
  'region', ${sql.ref(`${e}.region`)}) end`;
const person = (p: string) => sql`case when ${sql.ref(`${p}.id`)} is not null then json_build_object(
  'id', ${sql.ref(`${p}.id`)}, 'name', ${sql.ref(`${p}.name`)},
  'licenceValidTo', ${sql.ref(`${p}.licence_valid_to`)},
  'certificateValidTo', ${sql.ref(`${p}.dangerous_goods_cert_valid_to`)}) end`;

/**
 * The giver, carrier and receiver of a document's goods; a customer has the permits of the enterprise with its credit
 * code.
 */
async function readHandover(
  trx: Trx,
  document: Document,
  use: string,
  moves: readonly Move[],
): Promise<Handover> {
  const { rows } = await sql<Row>`select ${party('e')} as enterprise, ${party('k')} as carrier,
      ${person('driver')} as driver, ${person('escort')} as escort, coalesce(s.region, site.region) as region,
      case when c.id is not null then json_build_object('of', 'customer', 'id', c.id, 'name', c.client_name,
        'blocked', coalesce(c.blocked, 0) = 1 or coalesce(own.status, 1) <> 1, 'kind', own.kind,
        'permits', coalesce(own.permits, '[]'), 'eiaNo', own.eia_no, 'dischargePermitNo', own.discharge_permit_no,
        'region', own.region) end as customer
    from documents d left join enterprises e on e.id = d.enterprise_id left join enterprises k on k.id = d.carrier_id
      left join customers c on c.id = d.customer_id
      left join enterprises own on own.tenant_id = c.tenant_id and own.credit_code = c.credit_code
        and own.deleted_at is null
      left join driver_rows driver on driver.id = d.driver_id left join driver_rows escort on escort.id = d.escort_id
      left join stores s on s.id = d.store_id left join recycle_sites site on site.id = s.site_id
    where d.id = ${document.id}`.execute(trx);
  const { enterprise, customer, ...found } = oneRow({ rows });
  const text = (column: string) => (document[column] as string | null | undefined) ?? null;
  return {
    ...found,
    use,
    day: document.day,
    party: enterprise ?? customer,
    plate: text('plate'),
    waybillNo: text('waybill_no'),
    filingNo: text('filing_no'),
    declaredUse: text('declared_use'),
    goods: await goodsOf(trx, moves),
  };
}

async function goodsOf(trx: Trx, moves: readonly Move[]): Promise<Handover['goods']> {
  const ids = [...new Set(moves.map(({ itemId }) => itemId))];
  const { rows } = await sql<Handover['goods'][number]>`
    select distinct coalesce(b.chemistry, l.chemistry) as chemistry, l.material
      from unnest(${ids}::uuid[]) as i(id) left join batteries b on b.id = i.id left join lots l on l.id = i.id`.execute(
    trx,
  );
  return rows;
}

/**
 * Checks the receiver and carrier of a document's goods by the rules of its business day.
 * @param options.mayOverride whether somebody with that right decides later
 * @returns breaches that a person with the right to override must confirm with a reason
 * @throws conflict that names every broken rule, for callers without that right
 */
export async function checkHandover(
  trx: Trx,
  ctx: Ctx,
  { resource }: DocumentKind,
  document: Document,
  moves: readonly Move[],
  { mayOverride = false } = {},
): Promise<FieldError[]> {
  const use = `${resource.name}.${document.preset}`;
  if (!hasCounterpartyRules(use)) return [];
  const breaches = breachesOf(await readHandover(trx, document, use, moves));
  if (breaches.length === 0) return [];
  const fields = breaches.map(errorOf);
  const right = rightToOverride(resource);
  const may = right !== null && (mayOverride || ctx.caller.rights.has(right));
  if (may && breaches.every(({ final }) => !final))
    return fields.map((field) => ({ ...field, overrides: true }));
  throw new AppError('conflict', { message: fields[0]?.message ?? '', fields });
}

function errorOf({ rule, field, key, values }: Breach): FieldError {
  const { clause_en: clause, name } = values;
  return {
    path: field,
    key: `rule.counterparty.${key}?${new URLSearchParams({ rule, ...values })}`,
    message: `Rule ${rule}${name ? ` (${name})` : ''}: ${clause}`,
  };
}
