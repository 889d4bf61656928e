import { code19, code24, type Design, designs, type Level, ratingOf } from '../batteries.ts';
import { dayOf, daysFrom } from '../companies.ts';
import { plus, times } from '../exact.ts';
import { categoryCode, ECHELON_MAKER, enterpriseOf } from '../master-rows.ts';
import { personName } from '../people.ts';
import { type Ref, ref } from '../rows.ts';
import type { DemoLine } from '../stock-steps.ts';
import type { DemoTest } from '../test-steps.ts';
import { massOf, priceOf } from './goods.ts';
import { storeOf, type Tools, turnover } from './world.ts';

/** Retired batteries that are tested, graded and made into products of a second life. Pure. */

/** A battery that is received for testing. */
export interface Tested {
  code: string;
  level: Level;
  design: Design;
  kg: string;
}

/** Serials after those of packs on trucks, and those of products after the products of the fleet. */
const FIRST_SERIAL = 5_000_000;
const SERIALS_PER_STORY = 100;

export function testedOf(t: Tools, design: Design, level: Level, count: number): Tested[] {
  return Array.from({ length: count }, (_, n) => ({
    code: code24(
      design,
      level,
      daysFrom(t.day, -t.dice.whole(1700, 1720)),
      FIRST_SERIAL + t.story * SERIALS_PER_STORY + n,
    ),
    level,
    design,
    kg: ratingOf(design, level).mass_kg,
  }));
}

const productCode = (t: Tools, design: Design, level: Level, day: Date, n = 0) =>
  code19(ECHELON_MAKER, level, design, day, FIRST_SERIAL + t.story * SERIALS_PER_STORY + n);

export const linesIn = (goods: readonly Tested[]): DemoLine[] =>
  goods.map(({ code, kg }, n) => ({ code, kg, location: turnover[n % turnover.length] as string }));

const questions = ['swelling', 'leak', 'burn', 'deformation', 'water', 'exposed', 'hot', 'odour'];

/**
 * Tests of batteries with similar use: their capacities and resistances differ little. One of them swells; the first
 * has a recorded curve.
 */
export function testsOf(
  t: Tools,
  goods: readonly Tested[],
  day: Date,
  { swollen = -1, curve = false }: { swollen?: number; curve?: boolean } = {},
): DemoTest[] {
  const { dice } = t;
  const share = 0.8 + dice.next() * 0.12;
  const operator = personName(dice);
  const calibrated = dice.chance(0.9);
  return goods.map(({ code, level, design }, n) => {
    const { voltage_v } = ratingOf(design, level);
    const cells = Math.round(Number(voltage_v) / Number(design.voltage_v));
    const rated = Number(design.capacity_ah);
    const capacity = rated * share * (1 + (dice.next() - 0.5) * 0.012);
    const fresh = (120 / rated) * cells;
    const dcir = fresh * (1.25 + (dice.next() - 0.5) * 0.05);
    const ocv = Number(voltage_v) * 1.028 + (dice.next() - 0.5) * 0.004;
    return {
      key: `${t.title} 检测 ${String(n + 1).padStart(2, '0')}`,
      code,
      values: {
        testDay: dayOf(day),
        method: 'discharge',
        operator,
        ambientC: (24 + dice.next() * 2).toFixed(1),
        equipment: level === 'C' ? '新威 CT-4008Tn-5V200A' : '新威 CE-6000-100V300A',
        calibrationValidTo: dayOf(daysFrom(day, calibrated ? dice.whole(60, 300) : -12)),
        instrumentPct: '0.5',
        ...Object.fromEntries(questions.map((question) => [question, 0])),
        ...(n === swollen ? { swelling: 1, appearance: '壳体中部鼓胀约 3 mm' } : {}),
        ocvV: ocv.toFixed(4),
        ocvLaterV: (ocv - 0.0012 * cells).toFixed(4),
        restH: '24',
        ...(level === 'C' ? {} : { insulationKohm: String(dice.whole(8, 60) * 1000) }),
        ratedCapacityAh: design.capacity_ah,
        capacityAh: capacity.toFixed(4),
        energyWh: (capacity * Number(voltage_v) * 0.985).toFixed(3),
        dcirMohm: dcir.toFixed(4),
        freshDcirMohm: fresh.toFixed(4),
        endDcirMohm: (fresh * 2).toFixed(4),
      },
      ...(curve && n === 0
        ? { curve: { capacity_Ah: capacity, dcir_mOhm: dcir, seed: 1 + (t.story % 10_000) } }
        : {}),
    };
  });
}

/** The header of a production of a level, and the lines of one product. */
export function productionOf(
  t: Tools,
  { design, level, day }: { design: Design; level: Level; day: Date },
  { storeId, toStoreId, more }: { storeId: Ref; toStoreId: Ref; more: Readonly<Record<string, unknown>> },
): Readonly<Record<string, unknown>> {
  const operator = personName(t.dice);
  const step = (name: string, people: number, hours: string) => ({
    step: name,
    day: dayOf(day),
    operator,
    people,
    hours,
  });
  return {
    productType: { P: 1, M: 2, C: 3 }[level],
    categoryId: ref('deviceCategory', categoryCode(design.name, level) as string),
    planned: 1,
    storeId,
    toStoreId,
    operator,
    enterpriseId: ref('enterprise', enterpriseOf(1).key),
    echelonUseType: t.dice.pick(['1', '1', '2']),
    targetStandard: 'GB/T 36276-2023',
    saleRegion: t.dice.pick(['350206', '440305', '320412']),
    steps: [step('match', 2, '2.5'), step('assemble', 3, '6'), step('test', 1, '4'), step('pack', 1, '1')],
    ...more,
  };
}

/** The products that are sold. */
function sold(t: Tools, days: number, storeId: Ref, products: readonly { code: string; kg: string }[]): void {
  t.document(
    days,
    '销售出库',
    'issue',
    { preset: 'sale', storeId, customerId: t.company(), ...t.carriage() },
    products.map(({ code, kg }) => ({ code, unitPrice: priceOf(times(kg, '2'), t.after(days)) })),
  );
}

/** Cells that become a module: those that match, without the swollen one and a left-over one. */
export function modulesFromCells(t: Tools): void {
  const design = t.dice.pick(designs.slice(0, 4));
  const cells = testedOf(t, design, 'C', design.cellsInModule + 2);
  const [storeId, toStoreId] = [storeOf(t.store('testing')), storeOf(t.store('products'))];
  t.document(
    0,
    '入库',
    'receipt',
    { preset: 'collection', storeId, enterpriseId: t.supplier(), ...t.carriage() },
    linesIn(cells),
    { fresh: true },
  );
  const bad = cells.length - 1;
  const tests = testsOf(t, cells, t.after(3), { swollen: bad, curve: true });
  t.add(3, { tests, signed: true });
  const bom = ref('bom', `${design.name} 电池模块物料清单`);
  t.add(5, { matching: { store: storeId, bom, seed: t.story } });
  const [made, day] = [6, t.after(6)];
  const code = productCode(t, design, 'M', day);
  const matched = cells.slice(1, bad);
  const kg = plus(times(design.mass_kg, String(matched.length)), design.moduleFrame_kg);
  t.document(
    made,
    '生产',
    'production',
    productionOf(
      t,
      { design, level: 'M', day },
      { storeId, toStoreId, more: { bomId: bom, cascadeType: 3 } },
    ),
    [{ code, kg, location: turnover[0] as string }, ...matched.map((cell) => ({ code: cell.code }))],
    { fresh: true },
  );
  t.document(9, '报废', 'scrap', { preset: 'coded', storeId, reason: '鼓胀' }, [
    { code: cells[bad]?.code as string },
  ]);
  sold(t, t.dice.whole(10, 24), toStoreId, [{ code, kg }]);
}

/** Modules that are made into a pack again. */
export function packsFromModules(t: Tools): void {
  const design = t.dice.pick(designs.slice(0, 4));
  const modules = testedOf(t, design, 'M', design.modulesInPack);
  const [storeId, toStoreId] = [storeOf(t.store('testing')), storeOf(t.store('products'))];
  t.document(
    0,
    '入库',
    'receipt',
    { preset: 'purchase', storeId, enterpriseId: t.supplier(), ...t.carriage() },
    linesIn(modules),
    { fresh: true },
  );
  t.add(3, { tests: testsOf(t, modules, t.after(3)), signed: true });
  const day = t.after(7);
  const code = productCode(t, design, 'P', day);
  const kg = plus(
    times(ratingOf(design, 'M').mass_kg, String(modules.length)),
    massOf(design.packFrame_kg, 0.6),
  );
  t.document(
    7,
    '生产',
    'production',
    productionOf(
      t,
      { design, level: 'P', day },
      {
        storeId,
        toStoreId,
        more: { bomId: ref('bom', `${design.name} 电池包物料清单`), cascadeType: 2 },
      },
    ),
    [{ code, kg, location: turnover[1] as string }, ...modules.map((module) => ({ code: module.code }))],
    { fresh: true },
  );
  sold(t, t.dice.whole(12, 30), toStoreId, [{ code, kg }]);
}

/** Single cells that are reused unchanged, each with a second-life code. */
export function echelonCells(t: Tools): void {
  const design = t.dice.pick(designs.slice(0, 4));
  const cells = testedOf(t, design, 'C', 6);
  const [storeId, toStoreId] = [storeOf(t.store('testing')), storeOf(t.store('products'))];
  t.document(
    0,
    '入库',
    'receipt',
    { preset: 'collection', storeId, enterpriseId: t.supplier() },
    linesIn(cells),
    { fresh: true },
  );
  t.add(2, { tests: testsOf(t, cells, t.after(2)), signed: true });
  const day = t.after(4);
  const products = cells.map(({ kg }, n) => ({ code: productCode(t, design, 'C', day, n), kg }));
  t.document(
    4,
    '生产',
    'production',
    productionOf(
      t,
      { design, level: 'C', day },
      { storeId, toStoreId, more: { planned: cells.length, cascadeType: 3 } },
    ),
    [
      ...products.map(({ code }, n) => ({ code, location: turnover[n % turnover.length] as string })),
      ...cells.map(({ code }, n) => ({ code, product: products[n]?.code as string })),
    ],
    { fresh: true },
  );
  sold(t, t.dice.whole(8, 20), toStoreId, products.slice(0, 4));
}
