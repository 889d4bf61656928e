import { decimalOf, exact } from '@voltloop/resource-kit';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db.ts';

/** Goods of runs with the latest assay of their lot; coded goods have none. */
export interface Goods {
  run: string;
  goods: string;
  side: 'in' | 'out';
  kg: string;
  basis: string | null;
  /** Of the line, else of the assay. */
  moisturePct: string | null;
  elements: readonly { element: string; pct: string }[] | null;
  assay: string | null;
  step: string;
  material: string | null;
  /** Whether it is the output of a run itself. */
  made: boolean;
}

export async function goodsOf(db: Db | Trx, runs: RawBuilder<unknown>): Promise<Goods[]> {
  const { rows } = await sql<Goods>`
    select m.document_id as run, coalesce(lots.lot_no, b.battery_code) as goods,
        case when t.kind = 'recycled' then 'in' else 'out' end as side, sum(m.kg)::text as kg, lots.basis,
        max(coalesce(l.moisture_pct, a.moisture_pct))::text as "moisturePct", a.elements, a.id as assay,
        d.preset as step, lots.material, exists (select from moves own join places p on p.id = own.from_place and p.kind = 'recycled'
          where own.item_id = lots.id and own.document_id <> m.document_id) as made
      from moves m join documents d on d.id = m.document_id join places f on f.id = m.from_place join places t on t.id = m.to_place
        join document_lines l on l.id = m.line_id
        left join lots on lots.id = m.item_id left join batteries b on b.id = m.item_id
        left join lateral (
          select id, elements, moisture_pct from assays a
            where a.tenant_id = m.tenant_id and a.lot_no = lots.lot_no and a.deleted_at is null
            order by a.day desc, a.create_time desc limit 1
        ) a on true
      where m.document_id in ${runs} and 'recycled' in (f.kind, t.kind)
      group by 1, 2, 3, lots.id, lots.basis, lots.material, a.elements, a.id, d.preset order by 3, 2, 1`.execute(
    db,
  );
  return rows;
}

/** Pure: dry substance of goods. */
export function dryOf({ kg, basis, moisturePct }: Pick<Goods, 'kg' | 'basis' | 'moisturePct'>) {
  const moisture = basis === 'dry' ? null : exact(moisturePct);
  return moisture === null ? decimalOf(kg) : decimalOf(kg).times(decimalOf(100).minus(moisture)).div(100);
}

type Kg = ReturnType<typeof decimalOf>;

/** Pure: metals in input and output, by element, and goods without an assay. Residue is not recovered. */
export function metalsOf(all: readonly Goods[]) {
  const goods = all.filter(({ side, material }) => side === 'in' || material !== 'residue');
  const metals = new Map<string, { in: Kg; out: Kg }>();
  const unknown = new Map<string, { goods: string; side: Goods['side']; kg: string; coded: boolean }>();
  for (const each of goods) {
    const { side } = each;
    for (const { element, pct } of each.elements ?? []) {
      const found = metals.get(element) ?? { in: decimalOf(0), out: decimalOf(0) };
      found[side] = found[side].plus(dryOf(each).times(pct).div(100));
      metals.set(element, found);
    }
    if (each.elements !== null) continue;
    const key = `${side} ${each.goods}`;
    const kg = decimalOf(unknown.get(key)?.kg).plus(each.kg).toFixed();
    unknown.set(key, { goods: each.goods, side, kg, coded: each.material === null });
  }
  return { metals, unknown: [...unknown.values()] };
}
