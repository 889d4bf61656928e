import { times } from '../exact.ts';
import { ref } from '../rows.ts';
import type { DemoLine } from '../stock-steps.ts';
import { blackMassPrice, packPrice } from './calendar.ts';
import { freshLines, linesAt, linesOf, massOf, packsOf, priceOf, tons } from './goods.ts';
import { storeOf, type Tools, turnover } from './world.ts';

/** The activities of goods, from the truck that brings them to their end. Each story has its own goods. Pure. */

const sum = (lines: readonly DemoLine[]) => lines.reduce((all, { kg }) => all + Number(kg ?? 0), 0);

/** Tested packs: from the truck through the test to recycling, to a customer, or into production. */
export function truck(t: Tools, packs = t.dice.whole(28, 38)): void {
  const { dice } = t;
  const goods = packsOf(dice, t.story, packs, t.day);
  const [receiving, testing, waiting] = [t.store('receiving'), t.store('testing'), t.store('waiting')];
  const [from, ...more] = [storeOf(receiving), storeOf(testing), storeOf(waiting)];
  const lines = freshLines(goods, turnover);
  const enterpriseId = t.supplier();
  const bought = dice.chance(0.4);
  const header = { storeId: from, enterpriseId, ...t.carriage(), ...t.ticket(lines) };
  const receipt = t.document(
    0,
    '入库',
    'receipt',
    { preset: bought ? 'purchase' : 'collection', contractNo: `HT${t.story}`, ...header },
    lines,
    { fresh: true },
  );
  if (bought)
    t.add(12, { bought: invoiceOf(t, 'in', receipt, { enterpriseId }, '退役动力电池包', sum(lines)) });
  t.document(
    1,
    '上架',
    'movement',
    { preset: 'move', storeId: from, toStoreId: more[0] },
    linesAt(goods, turnover),
  );
  // Collected packs are in test from their receipt on.
  if (bought)
    t.document(3, '送检', 'conditionChange', { preset: 'toTest', storeId: more[0] }, linesOf(goods));
  t.document(6, '检测完成', 'conditionChange', { preset: 'fromTest', storeId: more[0] }, linesOf(goods));
  t.document(
    8,
    '移库',
    'movement',
    { preset: 'move', storeId: more[0], toStoreId: more[1] },
    linesAt(goods, turnover),
  );
  const doubtful = goods.slice(0, dice.whole(1, 3));
  if (dice.chance(0.3)) {
    t.document(10, '隔离', 'conditionChange', { preset: 'hold', storeId: more[1] }, linesOf(doubtful));
    t.document(12, '解除隔离', 'conditionChange', { preset: 'release', storeId: more[1] }, linesOf(doubtful));
  }
  leave(t, goods, more[1] as ReturnType<typeof storeOf>, dice.whole(14, 28));
}

/** How tested packs leave the store where they wait. */
function leave(t: Tools, goods: ReturnType<typeof packsOf>, storeId: object, days: number): void {
  const way = t.dice.weighted([
    ['recycling', 65],
    ['sale', 20],
    ['production', 15],
  ]);
  if (way === 'recycling')
    t.document(days, '再生利用', 'issue', { preset: 'recycling', storeId }, linesOf(goods));
  else if (way === 'sale')
    t.document(
      days,
      '销售出库',
      'issue',
      { preset: 'sale', storeId, customerId: t.company(), ...t.carriage() },
      goods.map(({ code, kg }) => ({ code, unitPrice: priceOf(kg, t.after(days)) })),
    );
  else {
    t.document(days, '领料', 'issue', { preset: 'production', storeId }, linesOf(goods));
    const left = goods.slice(0, 3);
    t.document(days + 5, '退料', 'receipt', { preset: 'production', storeId }, linesAt(left, turnover));
  }
}

/** A truck of goods without codes, weighed twice, which are recycled in one or two parts. */
export function bulk(t: Tools): void {
  const { dice } = t;
  const storeId = storeOf(t.store('receiving'));
  const lots = Array.from({ length: dice.whole(1, 2) }, (_, n): DemoLine & { lotNo: string; kg: string } => ({
    lotNo: `PL${t.story}-${n + 1}`,
    material: dice.weighted([
      ['pack', 3],
      ['module', 4],
      ['cell', 3],
      ['electrode', 1],
    ]),
    chemistry: dice.weighted([
      ['B', 62],
      ['E', 33],
      ['C', 3],
    ]),
    kg: tons(dice, 6, 9),
    location: dice.pick(turnover),
  }));
  const person = dice.chance(0.08);
  const source = person ? { customerId: t.person() } : { enterpriseId: t.supplier() };
  const header = { storeId, ...source, ...t.carriage(), ...t.ticket(lots) };
  const receipt = t.document(0, '入库', 'receipt', { preset: 'collection', ...header }, lots);
  if (person)
    t.add(9, {
      bought: invoiceOf(
        t,
        'reverse',
        receipt,
        { clientId: (source as { customerId: object }).customerId },
        '报废电池',
        sum(lots),
      ),
    });
  const days = dice.whole(7, 18);
  const whole = dice.chance(0.6);
  const taken = lots.map(({ lotNo, kg }) => ({ lotNo, kg: whole ? kg : times(kg, '0.5') }));
  t.document(days, '投料', 'issue', { preset: 'recycling', storeId }, taken);
  if (!whole) t.document(days + 4, '投料二', 'issue', { preset: 'recycling', storeId }, taken);
}

/** Black mass that is bought and sold for an order, in two parts: some orders are closed short, some are still open. */
export function blackMass(t: Tools): void {
  const { dice } = t;
  const storeId = storeOf(t.store('blackMass'));
  const lotNo = `HF${t.story}`;
  const kg = tons(dice, 16, 24);
  const lot = {
    lotNo,
    material: 'black_mass',
    chemistry: 'B',
    basis: 'dry',
    kg,
    location: turnover[0] as string,
  };
  const header = { storeId, enterpriseId: t.supplier(), ...t.carriage(), ...t.ticket([lot]) };
  t.document(0, '入库', 'receipt', { preset: 'purchase', ...header }, [lot]);
  const customerId = t.company();
  const order = `${t.title} 订单`;
  const unitPrice = blackMassPrice(t.after(2));
  t.add(2, {
    resource: 'order',
    row: {
      key: order,
      values: {
        clientId: customerId,
        lines: [{ material: 'black_mass', unit: 'kg', quantity: kg, unitPrice }],
        invoiceType: 2,
        deliveryDate: t.after(30).toISOString().slice(0, 10),
        remark: order,
      },
    },
  });
  const part = { lotNo, kg: times(kg, '0.5'), unitPrice };
  const sale = { preset: 'sale', storeId, customerId, orderId: ref('order', order) };
  t.document(6, '发货一', 'issue', { ...sale, ...t.carriage() }, [part]);
  if (dice.chance(0.25)) t.add(20, { closed: order });
  else t.document(13, '发货二', 'issue', { ...sale, ...t.carriage() }, [part]);
  t.add(22, {
    order,
    how: dice.weighted([
      ['issued', 8],
      ['draft', 1],
      ['credited', 1],
    ]),
  });
}

/** Batteries of scrapped vehicles, received and handed over to an echelon user or recycler. */
export function vehicles(t: Tools, packs = t.dice.whole(8, 14)): void {
  const goods = packsOf(t.dice, t.story, packs, t.day);
  const storeId = storeOf(t.store('receiving'));
  const lines = freshLines(goods, turnover);
  t.document(
    0,
    '整车入库',
    'receipt',
    { preset: 'vehicle', storeId, enterpriseId: t.supplier(), ...t.carriage() },
    lines,
    { fresh: true },
  );
  t.document(
    t.dice.whole(8, 20),
    '整车出库',
    'issue',
    { preset: 'vehicle', storeId, ...t.handedOver() },
    linesOf(goods),
  );
}

/** Damaged packs: isolated, scrapped with approval of another person, handed over. */
export function damaged(t: Tools, packs = t.dice.whole(2, 5)): void {
  const goods = packsOf(t.dice, t.story, packs, t.day);
  const storeId = storeOf(t.store('isolation'));
  const reason = t.dice.pick([
    '外壳变形，绝缘不合格',
    '电解液泄漏',
    '浸水，绝缘电阻低于限值',
    '热失控后残骸',
  ]);
  t.document(
    0,
    '入库',
    'receipt',
    { preset: 'collection', storeId, enterpriseId: t.supplier() },
    freshLines(goods, turnover),
    { fresh: true },
  );
  t.document(2, '隔离', 'conditionChange', { preset: 'hold', storeId }, linesOf(goods));
  t.document(5, '报废', 'scrap', { preset: 'coded', storeId, reason }, linesOf(goods));
  t.document(
    t.dice.whole(9, 24),
    '移交',
    'issue',
    { preset: 'handover', storeId, ...t.handedOver() },
    linesOf(goods),
  );
}

/** Waste by mass: scrapped, and handed over. */
export function waste(t: Tools): void {
  const storeId = storeOf(t.store('isolation'));
  const lot = {
    lotNo: `FL${t.story}`,
    material: 'mixed',
    kg: tons(t.dice, 1, 3),
    location: turnover[1] as string,
  };
  const some = [{ lotNo: lot.lotNo, kg: lot.kg }];
  t.document(
    0,
    '入库',
    'receipt',
    { preset: 'collection', storeId, enterpriseId: t.supplier(), ...t.ticket([lot]) },
    [lot],
  );
  t.document(4, '报废', 'scrap', { preset: 'byMass', storeId, reason: '混杂料，无法分选' }, some);
  t.document(11, '移交', 'issue', { preset: 'handover', storeId, ...t.handedOver() }, some);
}

/** Goods transferred to another store, arriving in two parts. */
export function transfer(t: Tools, packs = t.dice.whole(10, 16), late = 5): void {
  const goods = packsOf(t.dice, t.story, packs, t.day);
  const from = t.store('receiving');
  const [storeId, toStoreId] = [storeOf(from), storeOf(t.other('waiting', from))];
  t.document(
    0,
    '入库',
    'receipt',
    { preset: 'collection', storeId, enterpriseId: t.supplier(), ...t.carriage() },
    freshLines(goods, turnover),
    { fresh: true },
  );
  const key = t.document(2, '调拨', 'movement', { preset: 'transfer', storeId, toStoreId }, linesOf(goods));
  const arrival = { preset: 'arrival', toStoreId, transferId: ref('movement', key) };
  const half = Math.ceil(goods.length / 2);
  t.document(4, '到货一', 'movement', arrival, linesAt(goods.slice(0, half), turnover));
  t.document(4 + late, '到货二', 'movement', arrival, linesAt(goods.slice(half), turnover));
  t.document(16 + late, '再生利用', 'issue', { preset: 'recycling', storeId: toStoreId }, linesOf(goods));
}

/** A counted location: one pack is missing, and most missing packs are found again. One count in six is voided. */
export function count(t: Tools, packs = t.dice.whole(8, 12)): void {
  const { dice } = t;
  const goods = packsOf(dice, t.story, packs, t.day);
  const storeId = storeOf(t.store('waiting'));
  // Where nothing else lies: a count of a location reports everything it does not find as missing.
  const location = `P-0${1 + (t.story % 6)}`;
  const [lost, ...found] = goods;
  if (!lost) return;
  t.document(
    0,
    '入库',
    'receipt',
    { preset: 'collection', storeId, enterpriseId: t.supplier() },
    freshLines(goods, [location]),
    { fresh: true },
  );
  const voided = dice.chance(1 / 6);
  t.document(
    3,
    '盘点',
    'stockTake',
    { storeId, location },
    linesAt(found, [location]),
    voided ? { end: 'voided' } : {},
  );
  const again = voided || dice.chance(0.7);
  if (!voided && again)
    t.document(
      6,
      '找回',
      'correction',
      { preset: 'found', storeId, reason: '错放在相邻库位' },
      linesAt([lost], [location]),
    );
  t.document(10, '再生利用', 'issue', { preset: 'recycling', storeId }, linesOf(again ? goods : found));
}

/** Corrections of wrong bookings: a mass, or a code. */
export function corrected(t: Tools, packs = t.dice.whole(4, 7)): void {
  const goods = packsOf(t.dice, t.story, packs, t.day);
  const storeId = storeOf(t.store('receiving'));
  const [wrong, ...rest] = goods;
  if (!wrong) return;
  t.document(
    0,
    '入库',
    'receipt',
    { preset: 'collection', storeId, enterpriseId: t.supplier() },
    freshLines(goods, turnover),
    { fresh: true },
  );
  const right = t.dice.chance(0.5) ? undefined : `${wrong.code.slice(0, -2)}99`;
  if (right)
    t.document(3, '编码更正', 'correction', { preset: 'code', reason: '铭牌复核，末两位录错' }, [
      { code: wrong.code, newCode: right },
    ]);
  else
    t.document(3, '重量更正', 'correction', { preset: 'mass', storeId, reason: '复磅' }, [
      { code: wrong.code, kg: massOf(wrong.kg, 0.97) },
    ]);
  t.document(t.dice.whole(8, 20), '再生利用', 'issue', { preset: 'recycling', storeId }, [
    { code: right ?? wrong.code },
    ...linesOf(rest),
  ]);
}

/** Goods that are partly returned to the supplier. */
export function sentBack(t: Tools, packs = t.dice.whole(6, 10)): void {
  const goods = packsOf(t.dice, t.story, packs, t.day);
  const storeId = storeOf(t.store('receiving'));
  const enterpriseId = t.supplier();
  t.document(
    0,
    '入库',
    'receipt',
    { preset: 'purchase', storeId, enterpriseId },
    freshLines(goods, turnover),
    { fresh: true },
  );
  t.document(
    4,
    '采购退货',
    'issue',
    { preset: 'supplier', storeId, enterpriseId },
    linesOf(goods.slice(0, 2)),
  );
  t.document(12, '再生利用', 'issue', { preset: 'recycling', storeId }, linesOf(goods.slice(2)));
}

/** Mistakes: a receipt that is voided and entered again, an issue that is returned, a cancelled draft. */
export function mistakes(t: Tools, packs = t.dice.whole(4, 8)): void {
  const goods = packsOf(t.dice, t.story, packs, t.day);
  const [wrong, right] = [storeOf(t.store('receiving')), storeOf(t.store('waiting'))];
  const header = { preset: 'collection', enterpriseId: t.supplier() };
  const lines = freshLines(goods, turnover);
  t.document(0, '错库入库', 'receipt', { ...header, storeId: wrong }, lines, { fresh: true, end: 'voided' });
  t.document(2, '重新入库', 'receipt', { ...header, storeId: right }, lines, { fresh: true });
  t.document(
    5,
    '取消',
    'movement',
    { preset: 'move', storeId: right, toStoreId: wrong },
    linesAt(goods.slice(0, 2), turnover),
    { end: 'cancelled' },
  );
  t.document(9, '再生利用', 'issue', { preset: 'recycling', storeId: right }, linesOf(goods), {
    end: 'again',
  });
}

/** Packs that a customer buys, and partly returns. */
export function partlyReturned(t: Tools, packs = t.dice.whole(5, 9)): void {
  const goods = packsOf(t.dice, t.story, packs, t.day);
  const storeId = storeOf(t.store('products'));
  const customerId = t.company();
  t.document(
    0,
    '入库',
    'receipt',
    { preset: 'purchase', storeId, enterpriseId: t.supplier() },
    freshLines(goods, turnover),
    { fresh: true },
  );
  t.document(
    5,
    '销售出库',
    'issue',
    { preset: 'sale', storeId, customerId, ...t.carriage() },
    goods.map(({ code, kg }) => ({ code, unitPrice: priceOf(kg, t.after(5)) })),
  );
  t.document(
    15,
    '销售退货',
    'receipt',
    { preset: 'return', storeId, customerId },
    linesAt(goods.slice(0, 2), turnover),
  );
}

/** Stock from before the ledger. */
export function openings(t: Tools, packs = 12): void {
  const goods = packsOf(t.dice, t.story, packs, t.day);
  const storeId = storeOf(t.store('waiting'));
  t.document(0, '期初', 'opening', { storeId }, freshLines(goods, turnover), { fresh: true });
  t.document(20, '再生利用', 'issue', { preset: 'recycling', storeId }, linesOf(goods));
}

/** An invoice for the goods of a receipt. */
function invoiceOf(
  t: Tools,
  direction: 'in' | 'reverse',
  receipt: string,
  party: Readonly<Record<string, unknown>>,
  goods: string,
  kg: number,
) {
  const key = `${t.title} ${direction === 'in' ? '进项发票' : '反向开票'}`;
  const line = {
    goods,
    unit: 'kg',
    quantity: String(Math.round(kg)),
    unitPrice: packPrice(t.day),
    taxRate: direction === 'in' ? 13 : 1,
  };
  return {
    key,
    values: {
      direction,
      invoiceType: direction === 'in' ? 2 : 1,
      ...party,
      receiptId: ref('receipt', receipt),
      lines: [line],
      remark: key,
    },
  };
}
