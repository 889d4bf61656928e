import {
  type Battery,
  code19,
  type Design,
  designOf,
  healthOf,
  type Level,
  packTree,
  ratingOf,
} from './batteries.ts';
import { dayOf, daysFrom } from './companies.ts';
import { diceOf } from './dice.ts';
import { times } from './exact.ts';
import { iccidOf, msisdnOf, plateOf, vinOf } from './machines.ts';
import {
  categoryCode,
  driverKey,
  ECHELON_MAKER,
  enterpriseOf,
  enterpriseOfKind,
  holdsBatteries,
  siteCode,
  sitePlace,
} from './master-rows.ts';
import { districts } from './places.ts';
import { type Counts, type DemoRow, type Goods, ref } from './rows.ts';
import { customerKey } from './trade-rows.ts';

/** The demo's vehicles, and the batteries in them, in stores and in second lives. Pure. */

const YEAR_DAYS = 365.25;
const brands = ['示例汽车', '蓬莱汽车（示例）', '逐日新能源（示例）', '青鸾客车（示例）'];

interface Vehicle {
  n: number;
  key: string;
  design: Design;
  status: 'in_use' | 'stopped' | 'scrapped';
  registered: Date;
}

/** The nth vehicle: its VIN, design of pack, and day of registration. */
export function vehicleOf(n: number, now: Date): Vehicle {
  const dice = diceOf(`vehicle ${n}`);
  const design = designOf(dice);
  const status = dice.weighted([
    ['in_use', 75],
    ['stopped', 8],
    ['scrapped', 17],
  ] as const);
  const years = status === 'scrapped' ? 5 + dice.next() * 5 : 2.2 + dice.next() * 5;
  const registered = daysFrom(now, -Math.round(years * YEAR_DAYS));
  return { n, key: vinOf(dice, n, registered.getUTCFullYear()), design, status, registered };
}

/** The VIN of the vehicle that carries a device of the demo fleet: the first one in use. */
export const carrierOf = (counts: Counts, now: Date): string | null =>
  Array.from({ length: counts.vehicle }, (_, n) => vehicleOf(n, now)).find(
    ({ status }) => status === 'in_use',
  )?.key ?? null;

/**
 * @param at when the row is created; a vehicle scrapped by now was scrapped by then
 * @param customers the number of customers by then
 */
export function vehicleRow(n: number, at: Date, now: Date, counts: Counts, customers: number): DemoRow {
  const { key, design, status, registered } = vehicleOf(n, now);
  const dice = diceOf(`vehicle ${n} more`);
  const region = dice.pick(districts);
  const drive = design.use === 'hybrid' ? 'hybrid' : 'electric';
  const owned = dice.chance(0.6);
  const use = {
    car: ['private', 'taxi', 'ride_hailing'],
    bus: ['bus'],
    van: ['freight', 'special'],
    hybrid: ['private'],
  }[design.use];
  const driver = n < counts.driver && status === 'in_use';
  const bought = daysFrom(registered, -dice.whole(1, 20));
  return {
    key,
    values: {
      vin: key,
      plateNo: plateOf(n, region, drive, design.use === 'bus'),
      brand: dice.pick(brands),
      model: `${{ car: 'E', bus: 'K', van: 'V', hybrid: 'H' }[design.use]}${dice.whole(3, 9)} ${design.name}`,
      category: drive === 'hybrid' ? 'PHEV' : 'BEV',
      useNature: dice.pick(use),
      ...(owned
        ? {
            ownerType: 1,
            ownerEnterpriseId: ref('enterprise', enterpriseOfKind(dice, counts.enterprise, 3, 4, 7).key),
          }
        : {
            ownerType: 2,
            ownerCustomerId: ref('customer', customerKey(dice.whole(0, Math.max(0, customers - 1)))),
          }),
      ...(dice.chance(0.5)
        ? { enterpriseId: ref('enterprise', enterpriseOfKind(dice, counts.enterprise, 4, 7).key) }
        : {}),
      ...(driver ? { driverId: ref('driver', driverKey(n)) } : {}),
      regDate: dayOf(registered),
      purchaseDate: dayOf(bought),
      ...(status === 'scrapped' ? { scrapDate: dayOf(daysFrom(at, -dice.whole(1, 30))) } : {}),
      mileageKm: dice.whole(20_000, 420_000),
      batteryComplete: status === 'scrapped' ? 0 : 1,
      status,
    },
  };
}

const productTypes = { P: 1, M: 2, C: 3 } as const;
/** The final state of a battery, and the store through which documents bring it there, if any. */
type Where = { state: string; vehicle?: string; store?: number };

/** A battery of the demo with its final state. */
export interface Placed extends Battery {
  where: Where;
  /** Whether it is taken out of its whole. */
  removed: boolean;
  /** When its row is created, as a share of the two years, 0 to 1. */
  when: number;
}

/** Stores that receive goods in one period. */
const STORES_AT_ONCE = 3;

/** A store for batteries, among those that receive goods in this part of the two years. */
function storeAt(dice: ReturnType<typeof diceOf>, { store, periods }: Counts, when: number): number {
  const able = Array.from({ length: store }, (_, n) => n).filter(holdsBatteries);
  const first = Math.floor(when * periods) * STORES_AT_ONCE;
  return able[(first + dice.whole(0, STORES_AT_ONCE - 1)) % able.length] as number;
}

const MADE_BEFORE_DAYS = 60;
/** Cells have known codes in this many modules of an opened pack. */
const OPEN_MODULES = 3;

/**
 * All batteries with codes of 24 characters: one pack for each vehicle, in it or taken out of it, then loose ones up
 * to the requested number. The modules and some of the cells of opened packs are known; most of these modules are
 * taken out.
 */
export function placedBatteries(counts: Counts, now: Date): Placed[] {
  const target = counts.battery - counts.echelon;
  const all: Placed[] = [];
  for (let n = 0; all.length < target; n++) {
    const vehicle = n < counts.vehicle ? vehicleOf(n, now) : undefined;
    const dice = diceOf(`pack ${n}`);
    const design = vehicle?.design ?? designOf(dice);
    const made = daysFrom(
      vehicle?.registered ?? daysFrom(now, -Math.round((3 + dice.next() * 6) * YEAR_DAYS)),
      -MADE_BEFORE_DAYS,
    );
    const when = vehicle ? n / counts.vehicle : dice.next();
    const where = finalStateOf(dice, counts, when, vehicle);
    const open = ['in_stock', 'in_test'].includes(where.state) && dice.chance(vehicle ? 0.6 : 0.5);
    const apart = open && dice.chance(0.6);
    const tree = packTree(n, design, made, open ? { modules: 99, cells: OPEN_MODULES } : {});
    for (const battery of tree.slice(0, target - all.length)) {
      const removed = apart && battery.level === 'M';
      const state = removed
        ? dice.weighted([
            ['in_stock', 7],
            ['in_production', 2],
            ['in_test', 1],
          ])
        : where.state;
      all.push({ ...battery, when, removed, where: { ...where, state } });
    }
  }
  return all;
}

function finalStateOf(
  dice: ReturnType<typeof diceOf>,
  counts: Counts,
  when: number,
  vehicle: Vehicle | undefined,
): Where {
  if (vehicle && vehicle.status !== 'scrapped') return { state: 'in_use', vehicle: vehicle.key };
  const state = dice.weighted([
    ['in_stock', 44],
    ['on_hold', 4],
    ['in_test', 10],
    ['in_production', 6],
    ['sold', 8],
    ['scrapped', 12],
    ['recycled', 12],
    ['registered', 4],
  ]);
  return state === 'registered' ? { state } : { state, store: storeAt(dice, counts, when) };
}

export function batteryRow(battery: Placed, now: Date): DemoRow {
  const { code, design, level, where } = battery;
  const dice = diceOf(code);
  const years = (now.getTime() - Date.parse(battery.madeOn)) / 86_400_000 / YEAR_DAYS;
  return {
    key: code,
    values: {
      batteryCode: code,
      ...ratings(design, level),
      ...(battery.parent ? { parentId: ref('battery', battery.parent) } : {}),
      ...(where.vehicle && level === 'P' ? { vehicleId: ref('vehicle', where.vehicle) } : {}),
      sohPct: healthOf(dice, years),
      cycleCount: Math.round(years * dice.whole(120, 330)),
    },
  };
}

function ratings(design: Design, level: Level) {
  const { capacity_ah, voltage_v, mass_kg } = ratingOf(design, level);
  const category = categoryCode(design.name, level);
  return {
    ratedCapacityAh: capacity_ah,
    ratedVoltageV: voltage_v,
    ratedEnergyKwh: times(times(capacity_ah, voltage_v), '0.001').replace(/(\.\d{3})\d+$/, '$1'),
    massKg: mass_kg,
    ...(category ? { categoryId: ref('deviceCategory', category) } : {}),
  };
}

/** A product of a second life, and the goods for its documents. */
export interface Echelon extends DemoRow {
  goods: Goods;
}

/**
 * The nth battery repurposed for a second life, at `at`: made of the source if given, with its level and chemistry,
 * else of parts without a code.
 * @param source a battery that is part of no other product
 */
export function echelonRow(n: number, at: Date, counts: Counts, source: Placed | undefined): Echelon {
  const dice = diceOf(`echelon ${n}`);
  const design = source?.design ?? designOf(dice);
  const level: Level =
    source?.level ??
    dice.weighted([
      ['P', 6],
      ['M', 3],
      ['C', 1],
    ]);
  const key = code19(ECHELON_MAKER, level, design, daysFrom(at, -dice.whole(0, 5)), n);
  const state = dice.weighted([
    ['in_stock', 45],
    ['sold', 45],
    ['in_test', 10],
  ]);
  const maker = enterpriseOf(1).key;
  return {
    goods: {
      code: key,
      level,
      design,
      state,
      store: storeAt(dice, counts, n / counts.echelon),
    },
    key,
    values: {
      batteryCode: key,
      ...ratings(design, level),
      cascadeType: { P: 1, M: 2, C: 3 }[level],
      echelonUseType: dice.weighted([
        ['1', 6],
        ['2', 3],
        ['4', 1],
      ]),
      originalCodes: source
        ? [{ isCode: 1, code: source.code, quantity: 1 }]
        : [{ isCode: 2, source: '回收网点拆解（示例）', quantity: productTypes[level] }],
      enterpriseId: ref('enterprise', maker),
      sohPct: healthOf(dice, 5),
      cycleCount: dice.whole(0, 200),
    },
  };
}

/** @param at when the row is created */
export function simRow(n: number, at: Date): DemoRow {
  const dice = diceOf(`sim ${n}`);
  const [operator, prefix] = dice.weighted([
    [['CMCC', 'mobile'] as const, 5],
    [['CUCC', 'unicom'] as const, 3],
    [['CTCC', 'telecom'] as const, 2],
  ]);
  const key = iccidOf(dice, n, prefix);
  const status = dice.weighted([
    ['active', 70],
    ['inventory', 20],
    ['suspended', 6],
    ['retired', 4],
  ]);
  return {
    key,
    values: {
      iccid: key,
      msisdn: msisdnOf(n),
      operator,
      plan: dice.pick(['物联 30MB/月', '物联 100MB/月', '物联 500MB/月', '共享池 1GB/月']),
      dataQuotaMb: dice.pick([30, 100, 500, 1024]),
      apn: dice.pick(['cmiot', 'scuiot', 'ctiot']),
      ...(status === 'inventory'
        ? {}
        : { activateDate: dayOf(at), expireDate: dayOf(daysFrom(at, dice.pick([365, 730, 1095]))) }),
      status,
    },
  };
}

/** The nth fence: a circle around a site; every third is a polygon. */
export function geofenceRow(n: number, counts: Counts): DemoRow {
  const site = n % counts.recycleSite;
  const { place } = sitePlace(site, counts.enterprise);
  const dice = diceOf(`geofence ${n}`);
  const key = `${siteCode(site)} ${['厂区围栏', '装卸区围栏', '禁入区围栏'][n % 3]} ${n + 1}`;
  const corner = (east: number, north: number) => ({
    longitude: (Number(place.longitude) + east * 0.004).toFixed(6),
    latitude: (Number(place.latitude) + north * 0.003).toFixed(6),
  });
  const shape =
    n % 3 === 2
      ? {
          shape: 'polygon',
          ring: [corner(-1, -1), corner(1, -1), corner(1.4, 0.6), corner(0, 1.3), corner(-1.2, 0.7)],
        }
      : {
          shape: 'circle',
          longitude: place.longitude,
          latitude: place.latitude,
          radiusM: 100 * dice.whole(2, 12),
        };
  return {
    key,
    values: {
      name: key,
      kind: ['site', 'allow', 'deny'][n % 3],
      ...shape,
      entryAlarm: n % 3 === 2 ? 1 : 0,
      exitAlarm: n % 3 === 2 ? 0 : 1,
      appliesTo: ['vehicle', 'battery', 'vehicle'][n % 3],
    },
  };
}
