import { diceOf } from './dice.ts';
import { enterpriseOfKind, placesFor, storeCode } from './master-rows.ts';
import { type Counts, type Goods, type Ref, ref } from './rows.ts';
import { customerKey, type DemoOrder } from './trade-rows.ts';

/** Documents that bring the demo's batteries to their final states. Pure. */

/** A line of a document of the demo: of a battery, or of a lot. */
export interface DemoLine {
  code?: string;
  newCode?: string;
  /** Of a component: the product that it becomes part of. */
  product?: string;
  /** Of a recycling run. */
  side?: 'in' | 'out';
  lotNo?: string;
  material?: string;
  chemistry?: string;
  basis?: string;
  kg?: string;
  unitPrice?: string;
  location?: string;
  condition?: string;
}

/** The end of a document; `again` is returned once before it is approved. */
export type DocumentEnd = 'posted' | 'again' | 'voided' | 'cancelled' | 'returned' | 'submitted' | 'draft';

/** A document of the demo. Its key is its remark. */
export interface DemoDocument {
  kind:
    | 'receipt'
    | 'issue'
    | 'movement'
    | 'conditionChange'
    | 'scrap'
    | 'opening'
    | 'stockTake'
    | 'correction'
    | 'production'
    | 'recyclingRun';
  key: string;
  header: Readonly<Record<string, unknown>>;
  lines: readonly DemoLine[];
  /** Default: `posted`. */
  end?: DocumentEnd;
  /** It registers its own batteries; they need not exist before. */
  fresh?: true;
}

/** The document for a battery in its store, by its final state. */
const ways: Readonly<Record<string, [what: string, kind: DemoDocument['kind'], header: object]>> = {
  in_test: ['送检', 'conditionChange', { preset: 'toTest' }],
  on_hold: ['隔离', 'conditionChange', { preset: 'hold' }],
  in_production: ['领料', 'issue', { preset: 'production' }],
  recycled: ['再生利用', 'issue', { preset: 'recycling' }],
  scrapped: ['报废', 'scrap', { preset: 'coded', reason: '外壳破损，绝缘不合格' }],
};

/** The origin of goods: retired batteries, or products of a second life. */
const sources = {
  retired: { what: '回收', preset: 'collection' },
  echelon: { what: '梯次产品', preset: 'purchase' },
} as const;

const at = (store: number): Ref => ref('store', storeCode(store));
const byStore = (goods: readonly Goods[]) =>
  [...Map.groupBy(goods, ({ store }) => store)].sort(([a], [b]) => a - b);

/** Documents that bring goods into their stores, take parts out of their wholes, and move both on. */
export function stockDocuments(
  period: number,
  counts: Counts,
  from: keyof typeof sources,
  goods: readonly Goods[],
): DemoDocument[] {
  const { what: source, preset } = sources[from];
  const documents: DemoDocument[] = [];
  for (const [store, all] of byStore(goods)) {
    const dice = diceOf(`stock ${from} ${period} ${store}`);
    const supplier = enterpriseOfKind(dice, counts.enterprise, 3, 4, 5, 6).key;
    const make = (what: string, kind: DemoDocument['kind'], header: object, lines: readonly DemoLine[]) => {
      if (lines.length === 0) return;
      const key = `演示${source}${what} ${String(period + 1).padStart(2, '0')}-${storeCode(store)}`;
      documents.push({ kind, key, header: { storeId: at(store), remark: key, ...header }, lines });
    };
    const linesOf = (some: readonly Goods[]) => some.map(({ code }) => ({ code }));
    make(
      '入库',
      'receipt',
      { preset, enterpriseId: ref('enterprise', supplier) },
      all
        .filter(({ removed }) => !removed)
        .map(({ code, design }) => ({
          code,
          location: dice.pick(placesFor(store, design.chemistry)),
          condition: 'available',
        })),
    );
    make('拆出', 'conditionChange', { preset: 'remove' }, linesOf(all.filter(({ removed }) => removed)));
    for (const [state, way] of Object.entries(ways))
      make(...way, linesOf(all.filter((each) => each.state === state)));
  }
  return documents;
}

/**
 * Sales from the pool of goods, which they remove: for orders first, then half of the rest without an order.
 */
export function saleDocuments(
  { period, customers }: { period: number; customers: number },
  pool: Goods[],
  orders: readonly DemoOrder[],
): DemoDocument[] {
  const issue = (
    key: string,
    store: number,
    customerId: Ref,
    more: object,
    goods: readonly Goods[],
  ): DemoDocument => ({
    kind: 'issue',
    key,
    header: { preset: 'sale', storeId: at(store), customerId, remark: key, ...more },
    lines: goods.map(({ code }) => ({ code })),
  });
  const take = (some: readonly Goods[]) => {
    for (const each of some) pool.splice(pool.indexOf(each), 1);
    return some;
  };
  const ordered = orders.flatMap((order) => {
    const goods = order.parts.flatMap(({ level, design, toShip }) =>
      take(pool.filter((each) => each.level === level && each.design === design).slice(0, toShip)),
    );
    return byStore(goods).map(([store, some]) =>
      issue(
        `${order.key} 发货-${storeCode(store)}`,
        store,
        order.values.clientId as Ref,
        { orderId: ref('order', order.key) },
        some,
      ),
    );
  });
  const dice = diceOf(`sales ${period}`);
  const left = pool.filter(() => dice.chance(0.5));
  const others = byStore(take(left)).map(([store, some]) =>
    issue(
      `演示销售 ${String(period + 1).padStart(2, '0')}-${storeCode(store)}`,
      store,
      ref('customer', customerKey(dice.whole(0, Math.max(0, customers - 1)))),
      {},
      some,
    ),
  );
  return [...ordered, ...others];
}
