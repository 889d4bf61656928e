import type { CodedBattery } from '@voltloop/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db.ts';

/** Batteries by their codes, former codes or ids, without deleted ones, in no order. */
export async function codedBatteries(
  db: Db,
  tenantId: string,
  by: 'battery_code' | 'former_codes' | 'id',
  values: readonly string[],
): Promise<CodedBattery[]> {
  if (values.length === 0) return [];
  const list = by === 'id' ? sql`${[...values]}::uuid[]` : sql`${[...values]}::text[]`;
  const chosen =
    by === 'former_codes'
      ? sql`former_codes is not null and string_to_array(former_codes, ' ') && ${list}`
      : sql`${sql.ref(by)} = any(${list})`;
  const { rows } = await sql<CodedBattery>`
    select batteries.id, battery_code as "batteryCode", product_type as "productType", chemistry,
      production_date::text as "productionDate", trim_scale(rated_capacity_ah)::text as "ratedCapacityAh",
      trim_scale(rated_energy_kwh)::text as "ratedEnergyKwh", trim_scale(rated_voltage_v)::text as "ratedVoltageV",
      (select name from enterprises where enterprises.id = batteries.enterprise_id) as producer,
      grade, trim_scale(soh_pct)::text as "sohPct"
    from batteries where tenant_id = ${tenantId}::uuid and ${chosen} and deleted_at is null`.execute(db);
  return rows;
}
