import type { Category } from '@voltloop/domain/passport/index.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db.ts';

interface Party {
  id: string;
  name: string;
  creditCode: string | null;
  duns: string | null;
}

interface Measured {
  id: string;
  no: string;
  day: string;
  capacityAh: number | null;
  ratedAh: number | null;
  energyWh: number | null;
  dcir: number | null;
  freshDcir: number | null;
}

/** Values entered for a model or a battery, the newest of each attribute. */
export interface Entered {
  code: string;
  value: string;
  source: string | null;
  day: string;
  /** For the battery itself, not for its model. */
  own: boolean;
}

/** All data that values of a passport are derived from, except telemetry. */
export interface Facts {
  id: string;
  tenantId: string;
  serial: string;
  gtin: string | null;
  madeAs: string;
  status: string;
  placedOn: string;
  previousUrl: string | null;
  issuedOn: string;
  /** When the status last changed. */
  statusOn: string;
  deviceId: string | null;
  /** The device of the battery; both days are inclusive. */
  thing: { key: number; devid: string; since: string | null; until: string | null } | null;
  battery: {
    id: string;
    code: string;
    chemistry: string | null;
    productionDate: string | null;
    ratedAh: number | null;
    ratedKwh: number | null;
    ratedV: number | null;
    massKg: number | null;
    cycles: number | null;
    updatedOn: string;
  };
  model: { id: string; category: Category; updatedOn: string };
  category: {
    id: string;
    name: string;
    chemistry: string | null;
    capacityAh: number | null;
    voltage: number | null;
    weightKg: number | null;
    updatedOn: string;
  };
  operator: Party | null;
  producer: Party | null;
  test: Measured | null;
  entered: Entered[];
}

const day = (time: string) => sql.raw(`to_char(${time} at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`);
const party = (of: string) =>
  sql.raw(`case when ${of}.id is not null then json_build_object('id', ${of}.id, 'name', ${of}.name,
    'creditCode', ${of}.credit_code, 'duns', ${of}.duns) end`);

/** The facts of one passport; undefined if there is none. */
async function factsWhere(db: Db, where: RawBuilder<unknown>): Promise<Facts | undefined> {
  const { rows } = await sql<Facts>`
    select p.id, p.tenant_id as "tenantId", p.serial, p.gtin, p.made_as as "madeAs", p.status, p.placed_on::text as "placedOn",
      p.previous_url as "previousUrl", ${day('p.create_time')} as "issuedOn", b.device_id as "deviceId",
      coalesce((select e.day::text from passport_events e where e.passport_id = p.id order by e.n desc limit 1),
        ${day('p.create_time')}) as "statusOn",
      case when th.id is not null then json_build_object('key', th.key, 'devid', th.devid,
        'since', b.device_since, 'until', b.device_until) end as thing,
      json_build_object('id', b.id, 'code', b.battery_code, 'chemistry', b.chemistry, 'productionDate', b.production_date,
        'ratedAh', b.rated_capacity_ah, 'ratedKwh', b.rated_energy_kwh, 'ratedV', b.rated_voltage_v, 'massKg', b.mass_kg,
        'cycles', b.cycle_count, 'updatedOn', ${day('b.update_time')}) as battery,
      json_build_object('id', m.id, 'category', m.eu_category, 'updatedOn', ${day('m.update_time')}) as model,
      json_build_object('id', c.id, 'name', c.category_name, 'chemistry', c.chemistry, 'capacityAh', c.capacity,
        'voltage', c.voltage, 'weightKg', c.weight, 'updatedOn', ${day('c.update_time')}) as category,
      ${party('o')} as operator, ${party('e')} as producer,
      (select json_build_object('id', t.id, 'no', t.no, 'day', t.test_day, 'capacityAh', t.capacity_ah,
          'ratedAh', t.rated_capacity_ah, 'energyWh', t.energy_wh, 'dcir', t.dcir_mohm, 'freshDcir', t.fresh_dcir_mohm)
        from test_reports t where t.battery_id = b.id and t.status = 'signed' and t.deleted_at is null
        order by t.test_day desc, t.signed_at desc limit 1) as test,
      coalesce((select json_agg(v) from (
        select * from (
          select distinct on (x.passport_id is not null, x.code) x.code, x.value, x.source, x.day,
              x.passport_id is not null as own
            from passport_values x where x.passport_id = p.id or x.model_id = m.id
            order by x.passport_id is not null, x.code, x.n desc) newest
        where value is not null) v), '[]') as entered
    from passports p join batteries b on b.id = p.battery_id join passport_models m on m.id = p.model_id
      join device_categories c on c.id = m.category_id
      left join enterprises o on o.id = m.operator_id left join enterprises e on e.id = b.enterprise_id
      left join things th on th.id = b.device_id
    where p.deleted_at is null and ${where}`.execute(db);
  return rows[0];
}

export const factsOfId = (db: Db, tenantId: string, id: string) =>
  factsWhere(db, sql`p.id = ${id} and p.tenant_id = ${tenantId}`);

/** By its public address, which names no tenant: a serial is unique over all tenants. */
export const factsOfSerial = (db: Db, serial: string) => factsWhere(db, sql`p.serial = ${serial}`);
