import type { ProposedPassport } from '@voltloop/contract';
import type { Category } from '@voltloop/domain/passport/index.ts';
import { marketCountries, passportDuty } from '@voltloop/domain/passport/scope.ts';
import { chinaDay } from '@voltloop/resources/days.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/db.ts';

/** Maximum number of batteries in a reply. */
const MOST = 200;

interface Sold extends Omit<ProposedPassport, 'required'> {
  euCategory: Category | null;
  kwh: number | null;
}

/** Batteries that need a passport and have none, at customers on the EU market. */
export async function proposePassports(db: Db, ctx: Ctx): Promise<ProposedPassport[]> {
  const { rows } = await sql<Sold>`
    select b.id as "batteryId", b.battery_code as "batteryCode", c.category_name as category, m.id as "modelId", m.name as model,
        m.eu_category as "euCategory", coalesce(b.rated_energy_kwh, c.capacity * c.voltage / 1000)::float8 as kwh,
        cu.client_name as customer, cu.country, d.id as "documentId", d.no as "documentNo", d.day::text as day
      from customers cu
        join places at on at.tenant_id = cu.tenant_id and at.kind = 'outside' and at.key = 'customer/' || cu.id
        join items i on i.place_id = at.id and i.kind = 'coded'
        join batteries b on b.id = i.id and b.deleted_at is null and b.state = 'sold'
        left join device_categories c on c.id = b.category_id
        left join passport_models m on m.category_id = b.category_id and m.tenant_id = b.tenant_id and m.deleted_at is null
        left join moves v on v.item_id = i.id and v.n = i.move_n left join documents d on d.id = v.document_id
      where cu.tenant_id = ${ctx.caller.tenantId} and cu.country = any(${[...marketCountries]}::text[])
        and not exists (select 1 from passports p where p.battery_id = b.id and p.deleted_at is null and p.status <> 'withdrawn')
      order by d.day desc nulls last, b.battery_code limit ${MOST}`.execute(db);
  return rows.flatMap(({ euCategory, kwh, ...sold }) => {
    const required = euCategory
      ? passportDuty(euCategory, kwh, sold.day ?? chinaDay(ctx.now)).required
      : ('unknown' as const);
    return required === 'no' ? [] : [{ ...sold, required }];
  });
}
