import { sql } from 'kysely';
import type { Db, Trx } from '../../../../platform/db.ts';
import { sourceKey } from '../../stock/index.ts';
import { reportedMass } from '../reported-mass.ts';

/** The enterprise or customer that goods came from or went to. */
export interface Party {
  resource: 'enterprise' | 'customer';
  id: string;
  name: string;
  /** Credit code, else D-U-N-S number. */
  code: string | null;
  person: boolean;
  /** Of a person. */
  idCard: string | null;
  /** Of an enterprise. */
  kind: number | null;
  permitNo: string | null;
  permitTo: string | null;
}

interface Battery {
  id: string;
  code: string;
  productType: number | null;
  chemistry: string | null;
  ratedCapacity: string | null;
  ratedEnergy: string | null;
  ratedVoltage: string | null;
  soh: string | null;
  use: string | null;
}

interface Vehicle {
  id: string;
  vin: string;
  plateNo: string | null;
  model: string | null;
  ownerType: number | null;
  scrapDate: string | null;
  batteryComplete: number | null;
  packs: number;
}

/** Facts of a record from the ledger and the master data. */
export interface Facts {
  reportId: string;
  type: number;
  lineId: string;
  documentNo: string;
  day: string;
  handedOverOn: string | null;
  battery: Battery | null;
  vehicle: Vehicle | null;
  lotNo: string | null;
  material: string | null;
  chemistry: string | null;
  basis: string | null;
  /** Booked. */
  kg: string | null;
  store: { id: string; name: string } | null;
  siteId: string | null;
  enterprise: { id: string; name: string; code: string | null } | null;
  /** Of the document. */
  party: Party | null;
  /** The party that the goods first came from. */
  source: Party | null;
  /** The party that received them at the hand-over. */
  receiver: Party | null;
  contractNo: string | null;
  plate: string | null;
  waybillNo: string | null;
  weighTicketNo: string | null;
  gross: string | null;
  tare: string | null;
  reason: string | null;
  approver: string | null;
  photos: number;
  entered: Readonly<Record<string, unknown>>;
}

const partyOf = (enterprise: string, customer: string) => {
  const [e, c] = [sql.ref(enterprise), sql.ref(customer)];
  const of = (table: string, column: string) => sql.ref(`${table}.${column}`);
  return sql`case
    when ${of(enterprise, 'id')} is not null then json_build_object('resource', 'enterprise', 'id', ${of(enterprise, 'id')},
      'name', ${of(enterprise, 'name')}, 'code', coalesce(${of(enterprise, 'credit_code')}, ${of(enterprise, 'duns')}),
      'person', false, 'idCard', null, 'kind', ${of(enterprise, 'kind')},
      'permitNo', (select p ->> 'no' from jsonb_array_elements(${e}.permits) p order by p ->> 'validTo' desc limit 1),
      'permitTo', (select max(p ->> 'validTo') from jsonb_array_elements(${e}.permits) p))
    when ${of(customer, 'id')} is not null then json_build_object('resource', 'customer', 'id', ${of(customer, 'id')},
      'name', ${c}.client_name, 'code', coalesce(${c}.credit_code, ${c}.duns), 'person', ${c}.customer_type = 0,
      'idCard', case when ${c}.customer_type = 0 then ${c}.id_card end,
      'kind', null, 'permitNo', null, 'permitTo', null)
  end`;
};

const plain = (column: string) => sql`trim_scale(${sql.ref(column)})::text`;

/** Facts of records, by their ids. */
export async function factsOf(db: Db | Trx, reportIds: readonly string[]): Promise<Map<string, Facts>> {
  const { rows } = await sql<Facts>`
    select r.id as "reportId", r.type, r.line_id as "lineId", d.no as "documentNo", r.day::text as day,
        r.handed_over_on::text as "handedOverOn",
        case when b.id is not null then json_build_object('id', b.id, 'code', b.battery_code, 'productType', b.product_type,
          'chemistry', b.chemistry, 'ratedCapacity', ${plain('b.rated_capacity_ah')}, 'ratedEnergy', ${plain('b.rated_energy_kwh')},
          'ratedVoltage', ${plain('b.rated_voltage_v')}, 'soh', ${plain('b.soh_pct')},
          'use', b.echelon_use_type) end as battery,
        case when v.id is not null then json_build_object('id', v.id, 'vin', v.vin, 'plateNo', v.plate_no, 'model', v.model,
          'ownerType', v.owner_type, 'scrapDate', v.scrap_date, 'batteryComplete', v.battery_complete,
          'packs', (select count(*) from batteries p where p.vehicle_id = v.id and p.parent_id is null and p.deleted_at is null))
        end as vehicle,
        coalesce(lot.lot_no, l.lot_no) as "lotNo", coalesce(lot.material, l.material) as material,
        coalesce(lot.chemistry, l.chemistry) as chemistry, coalesce(lot.basis, l.basis) as basis,
        ${reportedMass} as kg,
        case when s.id is not null then json_build_object('id', s.id, 'name', s.name) end as store, r.site_id as "siteId",
        case when me.id is not null then json_build_object('id', me.id, 'name', me.name,
          'code', coalesce(me.credit_code, me.duns)) end as enterprise,
        ${partyOf('de', 'dc')} as party, ${partyOf('oe', 'oc')} as source, ${partyOf('he', 'hc')} as receiver,
        d.contract_no as "contractNo", d.plate, d.waybill_no as "waybillNo", d.weigh_ticket_no as "weighTicketNo",
        ${plain('d.gross_kg')} as gross, ${plain('d.tare_kg')} as tare, d.reason, a.name as approver,
        jsonb_array_length(d.pictures) as photos, r.entered
      from reports r join document_lines l on l.id = r.line_id join documents d on d.id = l.document_id
        left join batteries b on b.id = l.item_id left join lots lot on lot.id = l.item_id
        left join vehicles v on v.id = b.vehicle_id and v.deleted_at is null
        left join stores s on s.id = r.store_id left join enterprises me on me.id = r.enterprise_id
        left join enterprises de on de.id = d.enterprise_id left join customers dc on dc.id = d.customer_id
        left join lateral (
          select ${sourceKey('came', 'p')} as key from moves m join places p on p.id = m.from_place
              join documents came on came.id = m.document_id and came.status = 'posted' and came.reverses_id is null
            where m.item_id = l.item_id and p.kind = 'outside' and ${sourceKey('came', 'p')} <> ''
            order by m.seq limit 1
        ) origin on r.type in (6, 7)
        left join enterprises oe on 'enterprise/' || oe.id = origin.key
        left join customers oc on 'customer/' || oc.id = origin.key
        left join documents h on h.id = r.handed_over_by
        left join enterprises he on he.id = h.enterprise_id left join customers hc on hc.id = h.customer_id
        left join accounts a on a.id = d.approved_by
      where r.id = any(${[...reportIds]}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.reportId, row]));
}
