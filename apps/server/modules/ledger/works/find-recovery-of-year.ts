import type { RecoveryOfYear } from '@voltloop/contract';
import {
  efficiencyOfYear,
  powderOfYear,
  targetsOfStep,
  targetsOfYear,
} from '@voltloop/domain/dated-rules/recovery.ts';
import { decimalOf } from '@voltloop/resource-kit';
import { chinaDay } from '@voltloop/resources/days.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/db.ts';
import { recoveryOf, shareOf } from './find-recovery.ts';
import { dryOf, type Goods, goodsOf, metalsOf } from './metals.ts';

/** Metals of the electrodes. */
const electrode: ReadonlySet<string> = new Set(['Li', 'Ni', 'Co', 'Mn', 'Fe', 'P']);
/** Goods of which only the metals come from batteries. */
const salts: ReadonlySet<string> = new Set([
  'nickel_sulfate',
  'cobalt_sulfate',
  'manganese_sulfate',
  'lithium_carbonate',
  'lithium_hydroxide',
  'iron_phosphate',
]);

/** Goods whose metals are recovered: without an assay these count as none. */
const products: ReadonlySet<string> = new Set([...salts, 'black_mass', 'copper', 'aluminium']);

/** The recovery of a year's runs. Discharging changes nothing and does not count. */
export async function findRecoveryOfYear(db: Db, ctx: Ctx, year: number): Promise<RecoveryOfYear> {
  const today = chinaDay(ctx.now);
  const runs = sql`(select id from documents where tenant_id = ${ctx.caller.tenantId} and kind = 'recyclingRun'
    and preset <> 'discharge' and status = 'posted' and reverses_id is null
    and day between ${`${year}-01-01`}::date and ${`${year}-12-31`}::date)`;
  const goods = await goodsOf(db, runs);
  const of = (step: string) => goods.filter((each) => each.step === step);
  const last = `${year}-12-31`;
  const metallic = new Set(
    goods.flatMap(({ goods: of, material }) => (products.has(material ?? '') ? [of] : [])),
  );
  const hydro = recoveryOf(of('hydro'), today, (element) => [
    ...targetsOfStep('hydro', element, last),
    ...targetsOfYear(element, year),
  ]);
  const crush = recoveryOf(of('crush'), today, (element) => targetsOfStep('crush', element, last));
  return {
    runs: new Set(goods.map(({ run }) => run)).size,
    elements: hydro.elements,
    crushed: crush.elements.filter(({ targets }) => targets.length > 0),
    powder: shareOf(powderOf(of('crush')), powderOfYear(year), today),
    efficiency: shareOf(efficiencyOf(goods), efficiencyOfYear(year), today),
    byRun: await runsOf(db, goods, today),
    unknown: [...hydro.unknown, ...crush.unknown].filter(
      ({ side, goods: of }) => side === 'in' || metallic.has(of),
    ),
  };
}

/** The recovery of each run from its whole input, including the output of other runs. */
async function runsOf(db: Db, goods: readonly Goods[], today: string): Promise<RecoveryOfYear['byRun']> {
  const byRun = Map.groupBy(goods, ({ run }) => run);
  const { rows } = await sql<{ id: string; no: string; day: string; step: string }>`
    select id, no, day::text as day, preset as step from documents
      where id = any(${[...byRun.keys()]}::uuid[]) order by day, no`.execute(db);
  return rows.map((run) => {
    const own = byRun.get(run.id) ?? [];
    const { inKg, outKg, pct } = shareOf(efficiencyOfRun(own), [], today);
    const { elements } = recoveryOf(own, today, () => []);
    return {
      ...run,
      inKg,
      outKg,
      pct,
      elements: elements.map((each) => ({ element: each.element, pct: each.pct })),
    };
  });
}

const sum = (values: readonly ReturnType<typeof decimalOf>[]) =>
  values.reduce((all, each) => all.plus(each), decimalOf(0));

/** Pure: metals of the electrodes in crushed goods, and in the black mass from them. */
function powderOf(goods: readonly Goods[]) {
  const { metals } = metalsOf(
    goods.filter(({ side, material }) => side === 'in' || material === 'black_mass'),
  );
  const own = [...metals].filter(([element]) => electrode.has(element)).map(([, found]) => found);
  return { in: sum(own.map((found) => found.in)), out: sum(own.map((found) => found.out)) };
}

/**
 * Pure: dry mass of batteries and scrap that enter runs, and of the final output. Output of one run that is input of
 * another counts only at the end; residue is not recovered.
 */
function efficiencyOf(goods: readonly Goods[]) {
  const first = goods.filter(({ side, made }) => side === 'in' && !made);
  const between = goods.filter(({ side, made }) => side === 'in' && made);
  const out = goods.filter(({ side, material }) => side === 'out' && material !== 'residue');
  return {
    in: sum(first.map(dryOf)),
    out: sum(out.map(recoveredOf)).minus(sum(between.map(recoveredOf))),
  };
}

const efficiencyOfRun = (goods: readonly Goods[]) => ({
  in: sum(goods.filter(({ side }) => side === 'in').map(dryOf)),
  out: sum(goods.filter(({ side, material }) => side === 'out' && material !== 'residue').map(recoveredOf)),
});

function recoveredOf(goods: Goods) {
  if (!salts.has(goods.material ?? '')) return dryOf(goods);
  const contents = (goods.elements ?? []).map(({ pct }) => dryOf(goods).times(pct).div(100));
  return sum(contents);
}
