import type { StockMove } from '@voltloop/contract';
import { chinaDay } from '@voltloop/resources/days.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db.ts';
import { placeJson } from '../stock/index.ts';

/** The database rows about some goods, each from an indexed query. */

/** Maximum number of moves in a reply. */
const MAX_MOVES = 6000;

export interface Goods {
  id: string;
  kind: 'battery' | 'lot';
  code: string;
  state: string | null;
  material: string | null;
  /** Of a battery: the day in its code. */
  madeOn: string | null;
  /** Epoch ms of the registration. */
  registered: number;
  vehicleId: string | null;
}

export type Place = StockMove['from'] & { id: string; key: string };

export interface LifeMove {
  item: string;
  day: string;
  /** Epoch ms. */
  time: number;
  kg: string;
  from: string;
  to: string;
  fromCondition: string | null;
  toCondition: string;
  document: string;
}

export interface LifeDocument {
  id: string;
  kind: string;
  preset: string | null;
  no: string | null;
  orderId: string | null;
  orderNo: string | null;
  collectionId: string | null;
  /** The party that the goods came from or went to, by the document. */
  party: { kind: 'customer' | 'enterprise'; id: string; name: string } | null;
}

export interface LifeTest {
  id: string;
  no: string;
  item: string;
  day: string;
  time: number;
  grade: string | null;
  sohPct: string | null;
  curve: boolean;
}

export interface LifeRecord {
  kind: 'invoice' | 'collection' | 'assay';
  id: string;
  title: string;
  day: string;
  /** The documents it concerns, or the lots of an assay. */
  about: string[];
}

export interface LifeReportRow {
  id: string;
  document: string;
  item: string;
  type: number;
  state: number;
  dueDay: string | null;
  overdue: boolean;
}

export interface LifeVehicle {
  id: string;
  title: string;
  hint: string;
  regDate: string | null;
  scrapDate: string | null;
}

export interface LifeRows {
  goods: ReadonlyMap<string, Goods>;
  /** In order. */
  moves: LifeMove[];
  movesCut: boolean;
  places: ReadonlyMap<string, Place>;
  documents: ReadonlyMap<string, LifeDocument>;
  tests: LifeTest[];
  records: LifeRecord[];
  reports: LifeReportRow[];
  vehicles: ReadonlyMap<string, LifeVehicle>;
}

const byId = <Row extends { id: string }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]));
const ms = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;
const list = (ids: readonly string[]) => sql`${[...ids]}::uuid[]`;

/**
 * @param own goods of the record itself, with all their moves
 * @param others goods around them, without moves within stores
 */
export async function readLife(
  db: Db,
  tenantId: string,
  own: readonly string[],
  others: readonly string[],
  now: Date,
): Promise<LifeRows> {
  const all = [...own, ...others];
  const [goods, moves, tests, reports] = await Promise.all([
    readGoods(db, tenantId, all),
    readMoves(db, tenantId, own, others),
    readTests(db, tenantId, all),
    readReports(db, tenantId, all, chinaDay(now)),
  ]);
  const documentIds = [...new Set(moves.map(({ document }) => document))];
  const lots = goods.filter(({ kind, id }) => kind === 'lot' && own.includes(id)).map(({ code }) => code);
  const vehicleIds = [...new Set(goods.flatMap(({ vehicleId }) => vehicleId ?? []))];
  const [places, documents, invoices, assays, vehicles] = await Promise.all([
    readPlaces(db, tenantId, [...new Set(moves.flatMap(({ from, to }) => [from, to]))]),
    readDocuments(db, tenantId, documentIds),
    readInvoices(db, tenantId, documentIds),
    readAssays(db, tenantId, lots),
    readVehicles(db, tenantId, vehicleIds),
  ]);
  const collections = await readCollections(db, tenantId, documents);
  return {
    goods: byId(goods),
    moves: moves.slice(0, MAX_MOVES),
    movesCut: moves.length > MAX_MOVES,
    places: byId(places),
    documents: byId(documents),
    tests,
    records: [...invoices, ...assays, ...collections],
    reports,
    vehicles: byId(vehicles),
  };
}

async function readGoods(db: Db, tenantId: string, ids: readonly string[]): Promise<Goods[]> {
  const { rows } = await sql<Goods>`
    select id, 'battery' as kind, battery_code as code, state, null as material, production_date::text as "madeOn",
        ${ms('create_time')} as registered, vehicle_id as "vehicleId"
      from batteries where id = any(${list(ids)}) and tenant_id = ${tenantId}
    union all
    select id, 'lot', lot_no, null, material, null, 0, null
      from lots where id = any(${list(ids)}) and tenant_id = ${tenantId}`.execute(db);
  return rows;
}

async function readMoves(
  db: Db,
  tenantId: string,
  own: readonly string[],
  others: readonly string[],
): Promise<LifeMove[]> {
  const { rows } = await sql<LifeMove>`
    select m.item_id as item, m.day::text as day, ${ms('m.posted_at')} as time, trim_scale(m.kg)::text as kg,
        m.from_place as "from", m.to_place as "to", m.from_condition as "fromCondition",
        m.to_condition as "toCondition", m.document_id as document
      from moves m join places f on f.id = m.from_place join places t on t.id = m.to_place
        join documents d on d.id = m.document_id and d.status = 'posted' and d.reverses_id is null
      where m.tenant_id = ${tenantId} and (m.item_id = any(${list(own)})
        or m.item_id = any(${list(others)}) and (f.kind <> 'location' or t.kind <> 'location'))
      order by m.seq limit ${MAX_MOVES + 1}`.execute(db);
  return rows;
}

async function readPlaces(db: Db, tenantId: string, ids: readonly string[]): Promise<Place[]> {
  const { rows } = await sql<{ id: string; key: string; place: StockMove['from'] }>`
    select p.id, p.key, ${placeJson('p')} as place from places p
      where p.id = any(${list(ids)}) and p.tenant_id = ${tenantId}`.execute(db);
  return rows.map(({ id, key, place }) => ({ id, key, ...place }));
}

async function readDocuments(db: Db, tenantId: string, ids: readonly string[]): Promise<LifeDocument[]> {
  const { rows } = await sql<LifeDocument>`
    select d.id, d.kind, d.preset, d.no, o.id as "orderId", o.order_no as "orderNo", d.collection_id as "collectionId",
        case when c.id is not null then json_build_object('kind', 'customer', 'id', c.id, 'name', c.client_name)
          when e.id is not null then json_build_object('kind', 'enterprise', 'id', e.id, 'name', e.name) end as party
      from documents d left join orders o on o.id = d.order_id
        left join customers c on c.id = d.customer_id left join enterprises e on e.id = d.enterprise_id
      where d.id = any(${list(ids)}) and d.tenant_id = ${tenantId}`.execute(db);
  return rows;
}

async function readTests(db: Db, tenantId: string, ids: readonly string[]): Promise<LifeTest[]> {
  const { rows } = await sql<LifeTest>`
    select r.id, r.no, r.battery_id as item, r.test_day::text as day, ${ms('r.signed_at')} as time, r.grade,
        trim_scale(r.soh_pct)::text as "sohPct", exists (select 1 from test_curves c where c.report_id = r.id) as curve
      from test_reports r
      where r.battery_id = any(${list(ids)}) and r.tenant_id = ${tenantId} and r.deleted_at is null
        and r.status = 'signed'`.execute(db);
  return rows;
}

async function readReports(
  db: Db,
  tenantId: string,
  ids: readonly string[],
  today: string,
): Promise<LifeReportRow[]> {
  const { rows } = await sql<LifeReportRow>`
    select r.id, l.document_id as document, l.item_id as item, r.type, r.state, r.due_day::text as "dueDay",
        coalesce(r.state <> 3 and r.due_day < ${today}::date, false) as overdue
      from document_lines l join reports r on r.line_id = l.id
      where l.item_id = any(${list(ids)}) and r.tenant_id = ${tenantId} and r.voided_by is null
      order by r.type`.execute(db);
  return rows;
}

async function readInvoices(db: Db, tenantId: string, documents: readonly string[]): Promise<LifeRecord[]> {
  const { rows } = await sql<LifeRecord>`
    select 'invoice' as kind, i.id, coalesce(i.invoice_no, i.no) as title,
        coalesce(i.issued_on, (i.create_time at time zone 'Asia/Shanghai')::date)::text as day,
        array_agg(distinct about.document) as about
      from (
          select l.invoice_id as id, v.document_id as document
            from deliveries v join invoice_lines l on l.delivery_id = v.id where v.document_id = any(${list(documents)})
          union all
          select id, receipt_id from invoices where receipt_id = any(${list(documents)}) and deleted_at is null
        ) about join invoices i on i.id = about.id
      where i.tenant_id = ${tenantId} and i.deleted_at is null and i.status in ('issued', 'credited')
      group by i.id`.execute(db);
  return rows;
}

async function readAssays(db: Db, tenantId: string, lots: readonly string[]): Promise<LifeRecord[]> {
  if (lots.length === 0) return [];
  const { rows } = await sql<LifeRecord>`
    select 'assay' as kind, id, coalesce(report_no, lot_no) as title, day::text as day, array[lot_no] as about
      from assays where tenant_id = ${tenantId} and lot_no = any(${[...lots]}::text[]) and deleted_at is null`.execute(
    db,
  );
  return rows;
}

async function readCollections(
  db: Db,
  tenantId: string,
  documents: readonly LifeDocument[],
): Promise<LifeRecord[]> {
  const byCollection = Map.groupBy(
    documents.filter(({ collectionId }) => collectionId !== null),
    ({ collectionId }) => collectionId as string,
  );
  if (byCollection.size === 0) return [];
  const { rows } = await sql<Omit<LifeRecord, 'about'>>`
    select 'collection' as kind, id, no as title,
        coalesce(received_on, accepted_on, (create_time at time zone 'Asia/Shanghai')::date)::text as day
      from collections where id = any(${list([...byCollection.keys()])}) and tenant_id = ${tenantId}`.execute(
    db,
  );
  return rows.map((row) => ({ ...row, about: (byCollection.get(row.id) ?? []).map(({ id }) => id) }));
}

async function readVehicles(db: Db, tenantId: string, ids: readonly string[]): Promise<LifeVehicle[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<LifeVehicle>`
    select id, coalesce(plate_no, vin) as title, concat_ws(' · ', vin, brand, model) as hint,
        reg_date::text as "regDate", scrap_date::text as "scrapDate"
      from vehicles where id = any(${list(ids)}) and tenant_id = ${tenantId}`.execute(db);
  return rows;
}
