import { designs } from '../batteries.ts';
import { ref } from '../rows.ts';
import { linesIn, productionOf, testedOf, testsOf } from './echelon.ts';
import { freshLines, linesAt, linesOf, packsOf, tons } from './goods.ts';
import { runOf } from './recycling.ts';
import { transfer } from './stories.ts';
import { storeOf, type Tools, turnover } from './world.ts';

/** Titles of the stories whose records are due tomorrow, and were due yesterday. */
export const lateReports = { due: '临期上报', overdue: '逾期上报' } as const;

/**
 * The open work of today: drafts, submitted documents, goods in transit, and documents that posting would refuse.
 * Pure.
 */
export function today(begin: (number: number, title: string, daysAgo: number) => Tools): void {
  const stock = (number: number, title: string, packs: number, locations: readonly string[] = turnover) => {
    const t = begin(number, title, 3);
    const goods = packsOf(t.dice, t.story, packs, t.day);
    const storeId = storeOf(t.store('waiting'));
    const header = { preset: 'collection', storeId, enterpriseId: t.supplier(), ...t.carriage() };
    t.document(0, '入库', 'receipt', header, freshLines(goods, locations), { fresh: true });
    return { t, goods, storeId };
  };

  // A truck is at the gate: half of its packs are scanned.
  const gate = begin(1, '今日车次', 0);
  const packs = packsOf(gate.dice, gate.story, 6, gate.day);
  const arriving = {
    preset: 'collection',
    storeId: storeOf(gate.store('receiving')),
    enterpriseId: gate.supplier(),
  };
  gate.document(0, '入库中', 'receipt', { ...arriving, ...gate.carriage() }, freshLines(packs, turnover), {
    fresh: true,
    end: 'draft',
  });
  const bulky = [
    {
      lotNo: 'PL-TODAY',
      material: 'module',
      chemistry: 'B',
      kg: tons(gate.dice, 8, 12),
      location: turnover[2] as string,
    },
  ];
  gate.document(0, '散料入库中', 'receipt', { ...arriving, ...gate.ticket(bulky) }, bulky, { end: 'draft' });

  // Documents that wait for another person.
  const waiting = stock(2, '今日待审', 8);
  waiting.t.document(
    3,
    '再生利用',
    'issue',
    { preset: 'recycling', storeId: waiting.storeId },
    linesOf(waiting.goods.slice(0, 3)),
    { end: 'submitted' },
  );
  waiting.t.document(
    3,
    '报废',
    'scrap',
    { preset: 'coded', storeId: waiting.storeId, reason: '绝缘不合格' },
    linesOf(waiting.goods.slice(3, 5)),
    { end: 'submitted' },
  );
  waiting.t.document(
    3,
    '重量更正',
    'correction',
    { preset: 'mass', storeId: waiting.storeId, reason: '复磅' },
    waiting.goods.slice(5, 6).map(({ code }) => ({ code, kg: '360' })),
    { end: 'returned' },
  );
  waiting.t.document(3, '期初补录', 'opening', { storeId: waiting.storeId }, [], { end: 'draft' });
  waiting.t.document(
    3,
    '检测完成',
    'conditionChange',
    { preset: 'fromTest', storeId: waiting.storeId },
    linesOf(waiting.goods.slice(6)),
    { end: 'draft' },
  );

  // An unfinished count; one pack is not scanned yet.
  const counted = stock(3, '今日盘点', 5, ['P-07']);
  counted.t.document(
    3,
    '盘点中',
    'stockTake',
    { storeId: counted.storeId, location: 'P-07' },
    linesAt(counted.goods.slice(1), ['P-07']),
    { end: 'draft' },
  );

  // A move of goods that have left meanwhile: posting refuses it.
  const moved = stock(4, '今日移库', 4);
  moved.t.document(
    2,
    '再生利用',
    'issue',
    { preset: 'recycling', storeId: moved.storeId },
    linesOf(moved.goods.slice(0, 2)),
  );
  const move = { preset: 'move', storeId: moved.storeId, toStoreId: storeOf(moved.t.store('testing')) };
  moved.t.document(3, '移库', 'movement', move, linesAt(moved.goods, turnover), { end: 'draft' });

  // Half of a transfer has arrived.
  transfer(begin(5, '今日调拨', 5), 6);

  // Receipts whose reports are due tomorrow, and were due yesterday.
  for (const [number, daysAgo] of [
    [8, 29],
    [9, 31],
  ] as const) {
    const t = begin(number, daysAgo === 29 ? lateReports.due : lateReports.overdue, daysAgo);
    const goods = packsOf(t.dice, t.story, 3, t.day);
    const header = { preset: 'purchase', storeId: storeOf(t.store('receiving')), enterpriseId: t.supplier() };
    t.document(0, '入库', 'receipt', header, freshLines(goods, turnover), { fresh: true });
  }

  modulesToday(begin(6, '今日梯次模块', 3));
  unbalancedRun(begin(7, '今日再生', 3));
}

/** Graded and matched cells; a production waits for its codes to be scanned, a report for its signature. */
function modulesToday(t: Tools): void {
  const design = designs[1] as (typeof designs)[number];
  const cells = testedOf(t, design, 'C', 3 * design.cellsInModule + 2);
  const [storeId, toStoreId] = [storeOf(t.store('testing')), storeOf(t.store('products'))];
  const header = { preset: 'collection', storeId, enterpriseId: t.supplier(), ...t.carriage() };
  t.document(0, '入库', 'receipt', header, linesIn(cells), { fresh: true });
  const tests = testsOf(t, cells, t.after(2), { curve: true });
  t.add(2, { tests: tests.slice(0, -1), signed: true });
  t.add(3, {
    tests: testsOf(t, cells.slice(-1), t.after(3), { curve: true }).map((test) => ({
      ...test,
      key: '今日检测待签发',
    })),
    signed: false,
  });
  const bom = ref('bom', `${design.name} 电池模块物料清单`);
  t.add(2, { matching: { store: storeId, bom, seed: t.story } });
  const day = t.after(3);
  const made = productionOf(
    t,
    { design, level: 'M', day },
    { storeId, toStoreId, more: { bomId: bom, cascadeType: 3 } },
  );
  t.document(
    3,
    '生产中',
    'production',
    made,
    cells.slice(0, design.cellsInModule - 2).map(({ code }) => ({ code })),
    { end: 'draft' },
  );
}

/** A run whose loss is not weighed yet: posting refuses it. */
function unbalancedRun(t: Tools): void {
  const storeId = storeOf(t.store('blackMass'));
  const lotNo = `PL${t.story}-1`;
  const lot = { lotNo, material: 'module', chemistry: 'B', kg: '2400', location: turnover[0] as string };
  t.document(
    0,
    '入库',
    'receipt',
    { preset: 'collection', storeId, enterpriseId: t.supplier(), ...t.ticket([lot]) },
    [lot],
  );
  const [header, lines] = runOf(t, {
    preset: 'crush',
    from: storeId,
    to: storeId,
    mass: 24_000,
    unexplained: 0.12,
    in: [{ lotNo, kg: '2400' }],
    out: [
      { lotNo: `ZS${t.story}-HF`, material: 'black_mass', chemistry: 'B', mass: 12_480 },
      { lotNo: `ZS${t.story}-TF`, material: 'copper', mass: 2880 },
      { lotNo: `ZS${t.story}-LF`, material: 'aluminium', mass: 3360 },
    ],
    more: { processRoute: 'mechanical' },
  });
  t.document(3, '破碎中', 'recyclingRun', header, lines, { end: 'draft' });
}
