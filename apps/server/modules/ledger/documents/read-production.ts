import { sql } from 'kysely';
import type { Trx } from '../../../platform/db.ts';
import type { CodedItem } from '../stock/index.ts';
import type { Line } from './lines.ts';

/** The design of a product, by its category. */
export interface Category {
  chemistry: string | null;
  /** The nominal voltage of its design, which does not fade. */
  voltage: string | null;
  /** How many components are in series, where its list of parts states it. */
  series: number | null;
}

export async function readCategory(
  trx: Trx,
  tenantId: string,
  id: string,
  bomId: string | null,
): Promise<Category> {
  const { rows } = await sql<Category>`
    select c.chemistry, c.voltage::text as voltage, b.series_count as series from device_categories c
        left join boms b on b.tenant_id = c.tenant_id and b.id = ${bomId}::uuid
      where c.tenant_id = ${tenantId} and c.id = ${id}`.execute(trx);
  return rows[0] ?? { chemistry: null, voltage: null, series: null };
}

export interface Component {
  /** The current code of a coded component. */
  code: string | null;
  productType: number | null;
  chemistry: string | null;
  categoryId: string | null;
  /** As measured by its newest signed report, else as rated; null if unknown, and for goods by mass. */
  energyKwh: string | null;
  /** As rated; null if unknown, and for goods by mass. */
  voltage: string | null;
}

/** Levels of goods by mass that products are made of. */
const levelOf: Readonly<Record<string, number>> = { pack: 1, module: 2, cell: 3 };

/** The components of lines, by line id; unknown ones are omitted. */
export async function readComponents(
  trx: Trx,
  lines: readonly Line[],
  items: ReadonlyMap<string, CodedItem>,
  day: string,
): Promise<Map<string, Component>> {
  const coded = lines.flatMap((line) => {
    const item = items.get(line.code ?? '');
    return item ? [{ line, item }] : [];
  });
  const { rows } = await sql<{ id: string } & Pick<Component, 'categoryId' | 'energyKwh' | 'voltage'>>`
    select b.id, b.category_id as "categoryId", b.rated_voltage_v::text as voltage, coalesce(
        coalesce(r.energy_wh, r.capacity_ah * b.rated_voltage_v) / 1000, b.rated_energy_kwh)::text as "energyKwh"
      from batteries b left join lateral (
        select energy_wh, capacity_ah from test_reports t
          where t.battery_id = b.id and t.status = 'signed' and t.deleted_at is null and t.test_day <= ${day}::date
          order by t.test_day desc, t.signed_at desc, t.id limit 1
      ) r on true
      where b.id = any(${coded.map(({ item }) => item.id)}::uuid[])`.execute(trx);
  const known = new Map(rows.map(({ id, ...each }) => [id, each]));
  const lots = await sql<{ lotNo: string; material: string; chemistry: string | null }>`
    select lots.lot_no as "lotNo", lots.material, lots.chemistry
      from lots join document_lines l on l.tenant_id = lots.tenant_id and l.lot_no = lots.lot_no
      where l.id = any(${lines.map(({ id }) => id)}::uuid[])`.execute(trx);
  const byNumber = new Map(lots.rows.map((lot) => [lot.lotNo, lot]));
  return new Map([
    ...coded.map(({ line, item: { id, code, productType, chemistry } }): [string, Component] => [
      line.id,
      {
        code,
        productType,
        chemistry,
        categoryId: known.get(id)?.categoryId ?? null,
        energyKwh: known.get(id)?.energyKwh ?? null,
        voltage: known.get(id)?.voltage ?? null,
      },
    ]),
    ...lines.flatMap((line): [string, Component][] => {
      const lot = line.code === null ? byNumber.get(line.lotNo ?? '') : undefined;
      if (!lot) return [];
      const productType = levelOf[lot.material] ?? null;
      return [
        [
          line.id,
          {
            code: null,
            productType,
            chemistry: lot.chemistry,
            categoryId: null,
            energyKwh: null,
            voltage: null,
          },
        ],
      ];
    }),
  ]);
}

/** Suppliers of component lots, by lot number: goods without a code are identified by their origin. */
export async function sourcesOfLots(trx: Trx, lines: readonly Line[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ lotNo: string; source: string }>`
    select lots.lot_no as "lotNo", left(string_agg(distinct coalesce(e.name, c.client_name), '、'), 100) as source
      from document_lines l join lots on lots.tenant_id = l.tenant_id and lots.lot_no = l.lot_no
        join moves m on m.item_id = lots.id join places p on p.id = m.from_place and p.kind = 'outside'
        left join enterprises e on p.key = 'enterprise/' || e.id
        left join customers c on p.key = 'customer/' || c.id
      where l.id = any(${lines.flatMap(({ id, code }) => (code === null ? [id] : []))}::uuid[])
        and coalesce(e.name, c.client_name) is not null
      group by 1`.execute(trx);
  return new Map(rows.map(({ lotNo, source }) => [lotNo, source]));
}
