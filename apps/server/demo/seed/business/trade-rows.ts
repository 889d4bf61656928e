import { type Design, designOf, type Level } from './batteries.ts';
import { companyName, creditCodeOf, dayOf, daysFrom } from './companies.ts';
import { type Dice, diceOf } from './dice.ts';
import { ofPlaces } from './exact.ts';
import { categoryCode, ECHELON_MAKER } from './master-rows.ts';
import { accountNumberOf, idCardOf, landlineOf, mobileOf, personName } from './people.ts';
import { districts, placeIn } from './places.ts';
import { type DemoRow, type Goods, ref } from './rows.ts';

/** The demo's customers and their orders. Pure. */

/** One customer in four is a person. */
const isPerson = (n: number) => n % 4 === 3;

/** Credit codes of customers continue after those of enterprises. */
const FIRST_CODE = 1000;

function customerOf(n: number) {
  const dice = diceOf(`customer ${n}`);
  const place = placeIn(dice);
  const key = isPerson(n) ? idCardOf(dice, place.region) : creditCodeOf(FIRST_CODE + n, place.region);
  return { dice, place, key };
}
export const customerKey = (n: number): string => customerOf(n).key;

export function customerRow(n: number): DemoRow {
  const { dice, place, key } = customerOf(n);
  const common = {
    phone: mobileOf(dice),
    address: place.address,
    postcode: place.region.postcode,
    email: `customer${n}@demo.voltloop.example`,
    bank: dice.pick(['示例银行', '示范商业银行', '演示农村信用社']),
    account: accountNumberOf(dice),
  };
  if (isPerson(n)) {
    return { key, values: { ...common, clientName: personName(dice), customerType: 0, idCard: key } };
  }
  const name = companyName(n, 'buyer', place.region);
  return {
    key,
    values: {
      ...common,
      clientName: name,
      customerType: 1,
      creditCode: key,
      contact: personName(dice),
      phone: dice.chance(0.4) ? landlineOf(dice, place.region) : common.phone,
      invoiceTitle: name,
      taxNo: key,
    },
  };
}

/** The key of an order. */
export const orderRemark = (n: number) => `演示订单 ${String(n + 1).padStart(4, '0')}`;

/** An order with the shipped quantity of each line, as far as there are goods. */
export interface DemoOrder extends DemoRow {
  parts: readonly { level: Level; design: Design; toShip: number }[];
}

const productTypes = { P: 1, M: 2, C: 3 } as const;

/** Of the orders that are behind their date, one in this many stays so; the others were given a later date. */
const ONE_OVERDUE_IN = 4;

/**
 * The nth order, created at `at`: for goods in the pool, every third also for other goods; older orders are shipped
 * further.
 * @param customers the number of customers by then
 * @param free goods to be sold that no other order is for: those of this one are removed
 */
export function orderRow(n: number, at: Date, now: Date, customers: number, free: Goods[]): DemoOrder {
  const dice = diceOf(`order ${n}`);
  const age_days = (now.getTime() - at.getTime()) / 86_400_000;
  const share = age_days > 120 ? 1 : age_days > 45 ? dice.pick([0.5, 0.75, 1]) : dice.pick([0, 0, 0.5]);
  const cancelled = share === 0 && dice.chance(0.15);
  const first = pickGoods(dice, free);
  const other = n % 3 === 0 ? pickGoods(dice, free) : first;
  const different = other.level !== first.level || other.design !== first.design;
  const lines = [first, ...(different ? [other] : [])].map((each) => lineOf(dice, each, free));
  const parts = lines.map(({ level, design, line, pieces }) => ({
    level,
    design,
    toShip: Math.min(pieces, Math.floor(Number(line.quantity) * share)),
  }));
  const whole = lines.every(({ line }, i) => Number(line.quantity) === parts[i]?.toShip);
  const promised = daysFrom(at, dice.whole(10, 90));
  const postponed = !whole && !cancelled && promised < now && n % ONE_OVERDUE_IN !== 0;
  return {
    parts,
    key: orderRemark(n),
    values: {
      clientId: ref('customer', customerKey(dice.whole(0, Math.max(0, customers - 1)))),
      lines: lines.map(({ line }) => line),
      invoiceType: dice.pick([1, 2, 2]),
      deliveryDate: dayOf(postponed ? daysFrom(now, dice.whole(2, 40)) : promised),
      address: placeIn(dice, dice.pick(districts)).address,
      remark: orderRemark(n),
      ...(cancelled ? { status: 2 } : {}),
    },
  };
}

/** Goods from the pool, or if it is empty, goods that are produced anyway. */
function pickGoods(dice: Dice, pool: readonly Goods[]): Pick<Goods, 'level' | 'design'> {
  if (pool.length > 0) return dice.pick(pool);
  const level = dice.weighted([
    ['P', 5],
    ['M', 3],
    ['C', 2],
  ] as const);
  return { level, design: designOf(dice) };
}

/**
 * A line, for goods that it removes from the free ones as far as there are some: a price per piece with four decimals. Prices are yuan per watt-hour of a design times the energy of a
 * piece, in integers of a ten-thousandth.
 */
function lineOf(dice: Dice, { level, design }: Pick<Goods, 'level' | 'design'>, free: Goods[]) {
  const code = categoryCode(design.name, level);
  const pieces = { P: 1, M: design.modulesInPack, C: design.modulesInPack * design.cellsInModule }[level];
  const wattHours = Number(/([\d.]+) kWh/.exec(design.name)?.[1] ?? 1) * 1000;
  const cents = Math.round(((wattHours / pieces) * dice.whole(1800, 4200)) / 100);
  const same = free.filter((each) => each.level === level && each.design === design);
  const wanted = dice.whole(1, { P: 6, M: 4, C: 3 }[level]);
  const taken = same.slice(0, wanted);
  for (const each of taken) free.splice(free.indexOf(each), 1);
  const line = {
    productType: productTypes[level],
    ...(code ? { categoryId: ref('deviceCategory', code) } : {}),
    ...(dice.chance(0.5) ? { cascadeType: productTypes[level] } : {}),
    unit: 'piece',
    quantity: String(Math.max(1, taken.length)),
    unitPrice: ofPlaces(cents, 2),
  };
  return { level, design, line, pieces: taken.length };
}

/** Assets of the echelon enterprise; every second one is a battery of its own production. */
export function assetRow(n: number, battery: string | undefined, owner: string): DemoRow {
  const dice = diceOf(`asset ${n}`);
  const key = `ZC-${String(n + 1).padStart(5, '0')}`;
  const thing = dice.pick([
    '充放电测试柜',
    '绝缘检测仪',
    '叉车',
    '防爆周转箱',
    '激光焊机',
    '热成像仪',
    '称重平台',
  ]);
  return {
    key,
    values: {
      assetNo: key,
      name: battery ? `梯次储能电池包 ${ECHELON_MAKER}` : thing,
      kind: battery ? 1 : 3,
      ...(battery ? { batteryId: ref('battery', battery) } : {}),
      enterpriseId: ref('enterprise', owner),
      value: ofPlaces(dice.whole(80_000, 60_000_000), 2),
      state: dice.weighted([
        ['in_use', 80],
        ['idle', 14],
        ['disposed', 6],
      ]),
    },
  };
}
