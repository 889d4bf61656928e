import { decimalOf, rounded } from '@voltloop/resource-kit';
import { sql } from 'kysely';
import type { Db, Trx } from '../../../../platform/db.ts';
import type { RecyclingFacts } from '../../reporting/index.ts';
import { dryOf, type Goods, goodsOf, metalsOf } from '../metals.ts';

interface HandedOver {
  line: string;
  run: string;
  step: string;
  route: RecyclingFacts['processRoute'] | null;
  completedOn: string;
  inputMass: string;
  inputCodes: number;
  inputLots: readonly { lotNo: string; mass: string }[];
  residue: string;
  energy: string | null;
  waterReuse: string | null;
  lotNo: string;
  material: string;
  /** Of the handed-over lot. */
  kg: string;
}

/**
 * Facts of recycled lots by the lines that hand them over: the mass is that of the line, everything else comes from
 * the run that produced the lot.
 */
export async function recyclingFacts(
  db: Db | Trx,
  lineIds: readonly string[],
): Promise<ReadonlyMap<string, RecyclingFacts>> {
  const handed = await readHandedOver(db, lineIds);
  const runs = [...new Set(handed.map(({ run }) => run))];
  const goods = Map.groupBy(await goodsOf(db, sql`(select unnest(${runs}::uuid[]))`), ({ run }) => run);
  return new Map(handed.map((each) => [each.line, factsOf(each, goods.get(each.run) ?? [])]));
}

function factsOf(handed: HandedOver, goods: readonly Goods[]): RecyclingFacts {
  const { step, route, kg, lotNo } = handed;
  const lot = goods.find(({ side, goods: no }) => side === 'out' && no === lotNo);
  return {
    processRoute: route ?? (step === 'hydro' ? 'hydro' : 'mechanical'),
    inputMass: handed.inputMass,
    inputCodesCount: handed.inputCodes,
    inputLots: handed.inputLots,
    product: handed.material,
    productMass: kg,
    assays: lot ? assaysOf({ ...lot, kg }, goods) : [],
    residueMass: handed.residue,
    completedOn: handed.completedOn,
    energyUse: handed.energy,
    waterReusePct: handed.waterReuse,
    ...(lot?.assay ? { places: { assays: { resource: 'assay', id: lot.assay, field: 'elements' } } } : {}),
  };
}

/** The assays of the handed-over lot, and the recovery of the whole run. */
function assaysOf(lot: Goods, goods: readonly Goods[]): RecyclingFacts['assays'] {
  const { metals } = metalsOf(goods);
  return (lot.elements ?? []).map(({ element, pct }) => {
    const found = metals.get(element);
    const share = found?.in.gt(0) ? found.out.times(100).div(found.in) : null;
    return {
      element,
      pct: decimalOf(pct).toFixed(),
      metalMass: rounded(dryOf(lot).times(pct).div(100), 3).toFixed(),
      recoveryPct: share === null ? null : rounded(share, 2).toFixed(),
    };
  });
}

/** Lines of lots produced by a run, with that run. */
async function readHandedOver(db: Db | Trx, lineIds: readonly string[]): Promise<HandedOver[]> {
  const { rows } = await sql<HandedOver>`
    select l.id as line, d.id as run, d.preset as step, d.process_route as route, d.day::text as "completedOn",
        trim_scale(d.kg)::text as "inputMass", dispatch.codes as "inputCodes", dispatch.lots as "inputLots",
        trim_scale(coalesce(d.residue_kg, 0))::text as residue, trim_scale(d.energy_kwh)::text as energy,
        trim_scale(d.water_reuse_pct)::text as "waterReuse",
        lot.lot_no as "lotNo", lot.material, trim_scale(l.kg)::text as kg
      from document_lines l join lots lot on lot.id = l.item_id
        join lateral (
          select run.* from moves m join places p on p.id = m.from_place and p.kind = 'recycled'
              join documents run on run.id = m.document_id and run.kind = 'recyclingRun' and run.status = 'posted'
                and run.reverses_id is null
            where m.item_id = lot.id order by m.seq desc limit 1
        ) d on true
        join lateral (
          select count(*) filter (where each.lot_no is null)::int as codes,
              coalesce(json_agg(json_build_object('lotNo', each.lot_no, 'mass', trim_scale(each.kg)::text) order by each.lot_no)
                filter (where each.lot_no is not null), '[]') as lots
            from (select m.item_id, own.lot_no, sum(m.kg) as kg
              from moves m join places p on p.id = m.to_place and p.kind = 'recycled' left join lots own on own.id = m.item_id
              where m.document_id = d.id group by 1, 2) each
        ) dispatch on true
      where l.id = any(${[...lineIds]}::uuid[])`.execute(db);
  return rows;
}
