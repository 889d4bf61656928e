import type { FieldError } from '@voltloop/contract';
import type { Category } from '@voltloop/domain/passport/index.ts';
import { isEuMarket, passportDuty } from '@voltloop/domain/passport/scope.ts';
import { sql } from 'kysely';
import type { Trx } from '../../../platform/db.ts';

interface Sold {
  code: string;
  euCategory: Category | null;
  kwh: number | null;
}

/**
 * Warnings of a sale: batteries without a passport that are sold to the EU market on a day when they must have one.
 * @param items ids of the sold batteries
 */
export async function checkPassports(
  trx: Trx,
  { customerId, day }: { customerId: string | null; day: string },
  items: readonly string[],
): Promise<FieldError[]> {
  if (!customerId || items.length === 0) return [];
  const { rows: customers } = await sql<{ country: string | null }>`
    select country from customers where id = ${customerId}`.execute(trx);
  if (!isEuMarket(customers[0]?.country ?? null)) return [];
  const { rows } = await sql<Sold>`
    select b.battery_code as code, m.eu_category as "euCategory",
        coalesce(b.rated_energy_kwh, c.capacity * c.voltage / 1000)::float8 as kwh
      from batteries b left join device_categories c on c.id = b.category_id
        left join passport_models m on m.category_id = b.category_id and m.tenant_id = b.tenant_id and m.deleted_at is null
      where b.id = any(${[...items]}::uuid[])
        and not exists (select 1 from passports p where p.battery_id = b.id and p.deleted_at is null and p.status <> 'withdrawn')
      order by 1`.execute(trx);
  return rows.flatMap(({ code, euCategory, kwh }) => {
    // A battery whose category no model defines is treated as industrial, for which energy decides.
    const { required, clause } = passportDuty(euCategory ?? 'industrial', kwh, day);
    if (required !== 'yes') return [];
    const values = new URLSearchParams({ code, clause_en: clause.en, clause_zh: clause.zh });
    return [
      {
        path: 'customerId',
        key: `rule.passport.soldWithout?${values}`,
        message: `${code} has no passport, which ${clause.en} asks for`,
      },
    ];
  });
}
