import { designs } from '../batteries.ts';
import { dayOf } from '../companies.ts';
import { ofPlaces } from '../exact.ts';
import { personName } from '../people.ts';
import type { Ref } from '../rows.ts';
import type { DemoLine } from '../stock-steps.ts';
import { linesIn, type Tested, testedOf } from './echelon.ts';
import { storeOf, type Tools, turnover } from './world.ts';

/** Packs that are dismantled, crushed and dissolved, and the materials sold from them. Pure. */

type Contents = readonly (readonly [element: string, pct: number])[];
interface Chemistry {
  letter: string;
  blackMass: Contents;
  /** Products: the metal they are made of, its share in the product, its recovery, a price per kg. */
  products: readonly {
    material: string;
    element: string;
    pct: number;
    recovered: number;
    price: string;
    /** Other contents. */
    also?: Contents;
  }[];
  /** Per kg of black mass. */
  reagents: number;
}

const lfp: Chemistry = {
  letter: 'B',
  blackMass: [
    ['Li', 3.6],
    ['Fe', 22.5],
    ['P', 12.4],
  ],
  products: [
    { material: 'lithium_carbonate', element: 'Li', pct: 18.7, recovered: 0.92, price: '78.5' },
    {
      material: 'iron_phosphate',
      element: 'Fe',
      pct: 36.4,
      recovered: 0.95,
      price: '9.8',
      also: [['P', 20.2]],
    },
  ],
  reagents: 0.2,
};
const ternary: Chemistry = {
  letter: 'E',
  blackMass: [
    ['Li', 4.8],
    ['Ni', 20.5],
    ['Co', 7.6],
    ['Mn', 9.1],
  ],
  products: [
    { material: 'lithium_carbonate', element: 'Li', pct: 18.7, recovered: 0.915, price: '78.5' },
    { material: 'nickel_sulfate', element: 'Ni', pct: 22.2, recovered: 0.985, price: '27.6' },
    { material: 'cobalt_sulfate', element: 'Co', pct: 20.8, recovered: 0.983, price: '48.2' },
    { material: 'manganese_sulfate', element: 'Mn', pct: 32, recovered: 0.984, price: '6.1' },
  ],
  reagents: 1.25,
};

/** Masses are integers of a tenth of a kilogram here. */
const text = (tenths: number) => ofPlaces(tenths, 1);
const tenthsOf = (goods: readonly Tested[]) =>
  goods.reduce((sum, { kg }) => sum + Math.round(Number(kg) * 10), 0);
const share = (tenths: number, of: number) => Math.round(tenths * of);

export interface Run {
  preset: string;
  from: Ref;
  to: Ref;
  in: readonly DemoLine[];
  /** The whole input in tenths, and the output. */
  mass: number;
  out: readonly { lotNo: string; material: string; chemistry?: string; mass: number }[];
  added?: number;
  /** The unexplained difference, as a share of the input. */
  unexplained: number;
  more?: Readonly<Record<string, unknown>>;
}

/** The header and the lines of a run; its loss is the remainder. */
export function runOf(t: Tools, run: Run): [header: Readonly<Record<string, unknown>>, lines: DemoLine[]] {
  const { preset, from, to, mass, added = 0, unexplained, more = {} } = run;
  const out = run.out.reduce((sum, each) => sum + each.mass, 0);
  const loss = Math.max(0, mass + added - out - share(mass, unexplained));
  const header = {
    preset,
    storeId: from,
    toStoreId: to,
    operator: personName(t.dice),
    lossKg: text(loss),
    ...(added > 0 ? { addedKg: text(added) } : {}),
    energyKwh: text(share(mass, 0.9 + t.dice.next() * 0.3)),
    ...more,
  };
  const lines = [
    ...run.in.map((line): DemoLine => ({ side: 'in', ...line })),
    ...run.out.map(
      ({ mass: kg, ...goods }, n): DemoLine => ({
        side: 'out',
        basis: 'dry',
        ...goods,
        kg: text(kg),
        location: turnover[n % turnover.length] as string,
      }),
    ),
  ];
  return [header, lines];
}

function assayed(t: Tools, days: number, lotNo: string, contents: Contents): void {
  const reportNo = `HY${t.story}-${lotNo.split('-').at(-1)}`;
  const elements = contents.map(([element, pct]) => ({
    element,
    pct: (pct * (1 + (t.dice.next() - 0.5) * 0.004)).toFixed(4),
  }));
  const values = { lotNo, day: dayOf(t.after(days)), laboratory: '示例分析检测中心', reportNo, elements };
  t.add(days, { resource: 'assay', row: { key: reportNo, values } });
}

/** Discharged, dismantled, crushed, mixed and dissolved; assayed twice, and sold. */
export function recycling(t: Tools): void {
  const { dice } = t;
  const chemistry = dice.chance(0.6) ? lfp : ternary;
  const design = dice.pick(designs.slice(0, 4).filter((each) => each.chemistry === chemistry.letter));
  const packs = testedOf(t, design, 'P', dice.whole(6, 10));
  const [receiving, waiting, end] = [
    storeOf(t.store('receiving')),
    storeOf(t.store('waiting')),
    storeOf(t.store('blackMass')),
  ];
  const lot = (name: string) => `ZS${t.story}-${name}`;
  const run = (days: number, what: string, given: Run) =>
    t.document(days, what, 'recyclingRun', ...runOf(t, given));
  const { letter } = chemistry;

  t.document(
    0,
    '入库',
    'receipt',
    { preset: 'collection', storeId: receiving, enterpriseId: t.supplier(), ...t.carriage() },
    linesIn(packs),
    { fresh: true },
  );
  t.document(
    1,
    '放电',
    'recyclingRun',
    { preset: 'discharge', storeId: receiving, toStoreId: waiting, operator: personName(dice) },
    packs.map(({ code }, n) => ({ code, location: turnover[n % turnover.length] as string })),
  );
  const mass = tenthsOf(packs);
  const modules = share(mass, 0.66);
  const [steel, frames] = [share(mass, 0.11), share(mass, 0.12)];
  run(3, '拆解', {
    preset: 'dismantle',
    from: waiting,
    to: waiting,
    mass,
    unexplained: 0.003,
    in: packs.map(({ code }) => ({ code })),
    out: [
      { lotNo: lot('MZ'), material: 'module', chemistry: letter, mass: modules },
      { lotNo: lot('GT'), material: 'steel', mass: steel },
      { lotNo: lot('LK'), material: 'aluminium', mass: frames },
      { lotNo: lot('SJ'), material: 'plastic', mass: share(mass, 0.08) },
    ],
  });
  const powder = share(modules, 0.26);
  const [copper, aluminium] = [share(modules, 0.12), share(modules, 0.14)];
  run(5, '破碎分选', {
    preset: 'crush',
    from: waiting,
    to: end,
    mass: modules,
    unexplained: dice.next() * 0.015,
    in: [{ lotNo: lot('MZ'), kg: text(modules) }],
    out: [
      { lotNo: lot('HF1'), material: 'black_mass', chemistry: letter, mass: powder },
      { lotNo: lot('HF2'), material: 'black_mass', chemistry: letter, mass: powder },
      { lotNo: lot('TF'), material: 'copper', mass: copper },
      { lotNo: lot('LF'), material: 'aluminium', mass: aluminium },
      { lotNo: lot('GM'), material: 'plastic', mass: share(modules, 0.06) },
      { lotNo: lot('CZ'), material: 'residue', mass: share(modules, 0.05) },
    ],
    more: { processRoute: 'mechanical' },
  });
  run(7, '混批', {
    preset: 'mix',
    from: end,
    to: end,
    mass: 2 * powder,
    unexplained: 0,
    in: [lot('HF1'), lot('HF2')].map((lotNo) => ({ lotNo, kg: text(powder) })),
    out: [{ lotNo: lot('HF'), material: 'black_mass', chemistry: letter, mass: 2 * powder }],
  });
  // Assays of the modules, computed from those of their black mass; then of the black mass.
  const inModules = (pct: number, of: number, recovered: number) => (pct * of) / recovered;
  assayed(t, 4, lot('MZ'), [
    ...chemistry.blackMass.map(([element, pct]): [string, number] => [element, inModules(pct, 0.52, 0.987)]),
    ['Cu', inModules(98.6, 0.12, 0.984)],
    ['Al', inModules(97.8, 0.14, 0.982)],
  ]);
  for (const name of ['HF1', 'HF2']) assayed(t, 6, lot(name), chemistry.blackMass);
  assayed(t, 6, lot('TF'), [['Cu', 98.6]]);
  assayed(t, 6, lot('LF'), [['Al', 97.8]]);
  assayed(t, 8, lot('HF'), chemistry.blackMass);

  const contents = new Map(chemistry.blackMass);
  const products = chemistry.products.map(({ material, element, pct, recovered, price, also = [] }, n) => ({
    lotNo: lot(`CP${n + 1}`),
    material,
    element,
    pct,
    price,
    also,
    mass: share(2 * powder, ((contents.get(element) ?? 0) / pct) * (recovered + (dice.next() - 0.5) * 0.004)),
  }));
  run(10, '湿法冶金', {
    preset: 'hydro',
    from: end,
    to: end,
    mass: 2 * powder,
    unexplained: dice.next() * 0.02,
    in: [{ lotNo: lot('HF'), kg: text(2 * powder) }],
    added: share(2 * powder, chemistry.reagents),
    out: [
      ...products.map(({ lotNo, material, mass: kg }) => ({ lotNo, material, mass: kg })),
      { lotNo: lot('SMZ'), material: 'residue', mass: share(2 * powder, 0.36) },
    ],
    more: { processRoute: 'hydro', waterReusePct: String(dice.whole(880, 940) / 10) },
  });
  for (const { lotNo, element, pct, also } of products) assayed(t, 12, lotNo, [[element, pct], ...also]);

  const sale = (days: number, what: string, storeId: Ref, lines: readonly DemoLine[]) =>
    t.document(
      days,
      what,
      'issue',
      { preset: 'sale', storeId, customerId: t.company(), ...t.carriage() },
      lines,
    );
  sale(9, '金属料销售', end, [
    { lotNo: lot('TF'), kg: text(copper), unitPrice: '52.4' },
    { lotNo: lot('LF'), kg: text(aluminium), unitPrice: '14.8' },
  ]);
  sale(
    dice.whole(14, 26),
    '再生材料销售',
    end,
    products.map(({ lotNo, mass: kg, price }) => ({
      lotNo,
      kg: text(kg),
      unitPrice: price,
    })),
  );
}
