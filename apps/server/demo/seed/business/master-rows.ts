import { code24, type Design, designs, type Level, ratingOf } from './batteries.ts';
import { companyName, creditCodeOf, dayOf, daysFrom, permitOf, type Trade } from './companies.ts';
import { type Dice, diceOf } from './dice.ts';
import { idCardOf, landlineOf, mobileOf, personName } from './people.ts';
import { districts, placeIn } from './places.ts';
import { type DemoRow, ref } from './rows.ts';

/** The demo's master data: enterprises, sites, stores, categories, lists of parts, drivers. Pure. */

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);

/** Kinds of enterprises (option list `enterpriseKind`) with their shares in the demo, and the permits they need. */
const kinds: readonly [kind: number, trade: Trade, permits: readonly [type: number, name: string][]][] = [
  [
    6,
    'recycler',
    [
      [2, '危险废物经营许可证'],
      [5, '排污许可证'],
    ],
  ],
  [
    5,
    'echelon',
    [
      [5, '排污许可证'],
      [8, '消防验收意见书'],
    ],
  ],
  [4, 'outlet', [[1, '营业执照']]],
  [
    3,
    'dismantler',
    [
      [3, '报废机动车回收拆解资质认定书'],
      [5, '排污许可证'],
    ],
  ],
  [7, 'transport', [[4, '道路危险货物运输许可证']]],
  [1, 'maker', [[7, '安全生产许可证']]],
  [4, 'outlet', [[1, '营业执照']]],
  [2, 'vehicleMaker', [[1, '营业执照']]],
  [4, 'outlet', [[1, '营业执照']]],
  [8, 'buyer', [[1, '营业执照']]],
];
/** The maker codes of the demo's own enterprises; no register contains them. */
export const ECHELON_MAKER = 'VLD';
const makerCodeOf = (kind: number, n: number) => {
  if (kind === 5) return n === 1 ? ECHELON_MAKER : `VL${n % 36}`.slice(0, 3).padEnd(3, '0');
  return kind === 1 ? `XD${Math.floor(n / kinds.length)}` : undefined;
};

interface Enterprise {
  n: number;
  kind: number;
  key: string;
  region: (typeof districts)[number];
}

/** The nth enterprise, without the values that only its row has. */
export function enterpriseOf(n: number): Enterprise {
  const [kind] = kinds[n % kinds.length] as (typeof kinds)[number];
  const region = districts[(n * 7) % districts.length] as (typeof districts)[number];
  return { n, kind, region, key: creditCodeOf(n, region) };
}

/** One enterprise in twenty is disabled: there is no more trade with it. */
const isEnabled = (n: number) => n < kinds.length || diceOf(`enterprise ${n} status`).chance(0.95);

/** An enterprise of a kind, among the enabled ones. */
export function enterpriseOfKind(dice: Dice, count: number, ...wanted: number[]): Enterprise {
  const some = numbers(count)
    .map(enterpriseOf)
    .filter(({ n, kind }) => wanted.includes(kind) && isEnabled(n));
  return some.length > 0 ? dice.pick(some) : enterpriseOf(0);
}

/** The carrier, and the number of drivers with valid papers on each day: they carry goods under the rules. */
export const CARRIER = 4;
export const RELIABLE_DRIVERS = 3;
const LONG_DAYS = 900;

export function enterpriseRows(count: number, now: Date): DemoRow[] {
  return numbers(count).map((n) => {
    const { kind, region, key } = enterpriseOf(n);
    const [, trade, permits] = kinds[n % kinds.length] as (typeof kinds)[number];
    const dice = diceOf(`enterprise ${n}`);
    const place = placeIn(dice, region);
    return {
      key,
      values: {
        name: companyName(n, trade, region),
        kind,
        creditCode: key,
        makerCode: makerCodeOf(kind, n),
        filingNo: `示例备${region.code}${String(n).padStart(4, '0')}`,
        legalPerson: personName(dice),
        contact: personName(dice),
        phone: dice.chance(0.5) ? mobileOf(dice) : landlineOf(dice, region),
        region: region.code,
        address: place.address,
        longitude: place.longitude,
        latitude: place.latitude,
        permits: permits.map(([type, name]) => {
          const { no, issuer, validFrom, validTo } = permitOf(dice, now, name, region);
          const until = n === CARRIER ? dayOf(daysFrom(now, LONG_DAYS)) : validTo;
          return { type, no, issuer, validFrom, validTo: until };
        }),
        // Required of every enterprise that reuses or recycles batteries.
        ...(kind === 5 || kind === 6
          ? { eiaNo: `示例环审〔2021〕${n + 1}号`, dischargePermitNo: `示例排污${region.code}${n + 1}` }
          : {}),
        onIndustryList: dice.chance(0.4) ? 1 : 0,
        status: isEnabled(n) ? 1 : 2,
      },
    };
  });
}

export const siteCode = (n: number) => `WD-${String(n + 1).padStart(3, '0')}`;
const siteNames = ['回收网点', '集中贮存站', '拆解基地', '梯次利用基地', '再生利用基地'];

/** The place of the nth site: beside the enterprise that runs it. */
export function sitePlace(n: number, enterprises: number) {
  const dice = diceOf(`site ${n}`);
  const owner = enterpriseOfKind(dice, enterprises, 3, 4, 5, 6);
  return { owner, place: placeIn(dice, owner.region), dice };
}

export function siteRows(count: number, enterprises: number, now: Date): DemoRow[] {
  return numbers(count).map((n) => {
    const { owner, place, dice } = sitePlace(n, enterprises);
    const permit = permitOf(dice, now, '环评批复', place.region);
    return {
      key: siteCode(n),
      values: {
        name: `${place.region.city.replace(/市$/, '')}${place.region.district.replace(/[区县]$/, '')}${siteNames[n % 5]}（示例）`,
        code: siteCode(n),
        kind: 1 + (n % 5),
        enterpriseId: ref('enterprise', owner.key),
        region: place.region.code,
        address: place.address,
        longitude: place.longitude,
        latitude: place.latitude,
        contact: personName(dice),
        phone: mobileOf(dice),
        capacityTpa: String(500 * dice.whole(1, 40)),
        storageLimitKg: String(1000 * dice.whole(20, 900)),
        permits: [
          {
            type: 6,
            no: permit.no,
            issuer: permit.issuer,
            validFrom: permit.validFrom,
            validTo: permit.validTo,
          },
        ],
      },
    };
  });
}

const storeKinds = [
  '收货区',
  '待检隔离区',
  '冷却隔离区',
  '待用区',
  '生产区',
  '成品库',
  '黑粉库',
  '危废贮存库',
];
const fireClasses = ['D', 'C', 'C', 'D', 'D', 'D', 'C', 'B'];
export const storeCode = (n: number) => `CK-${String(n + 1).padStart(3, '0')}`;
/** Stores for batteries: all except those for black mass and waste. */
export const holdsBatteries = (n: number) => n % 8 < 6;

/** The locations of the nth store: rows A, B, … of six. */
export function placesOf(n: number): string[] {
  const rows = 2 + (n % 3);
  return numbers(rows * 6).map((i) => `${'ABCD'[Math.floor(i / 6)]}-${String((i % 6) + 1).padStart(2, '0')}`);
}

/** Locations of every store for goods that leave after some days, and for counts. */
export const turnoverPlaces = [
  ...numbers(6).map((n) => `T-0${n + 1}`),
  ...numbers(7).map((n) => `P-0${n + 1}`),
];

/** Letters of the chemistries that a location of the nth store takes; undefined for all. */
const chemistriesOf = (n: number, place: string) =>
  diceOf(`place ${n} ${place}`).chance(0.2) ? 'B,E' : undefined;

/** The locations of the nth store that take a chemistry. */
export const placesFor = (n: number, chemistry: string): string[] =>
  placesOf(n).filter((place) => chemistriesOf(n, place)?.includes(chemistry) ?? true);

export function storeRows(count: number, sites: number, enterprises: number): DemoRow[] {
  return numbers(count).map((n) => {
    const dice = diceOf(`store ${n}`);
    const { place } = sitePlace(n % sites, enterprises);
    return {
      key: storeCode(n),
      values: {
        code: storeCode(n),
        name: `${siteCode(n % sites)} ${storeKinds[n % 8]}`,
        kind: 1 + (n % 8),
        siteId: ref('recycleSite', siteCode(n % sites)),
        region: place.region.code,
        address: place.address,
        longitude: place.longitude,
        latitude: place.latitude,
        manager: personName(dice),
        phone: mobileOf(dice),
        areaM2: String(50 * dice.whole(4, 60)),
        capacityKg: String(1000 * dice.whole(300, 900)),
        capacityPcs: 100 * dice.whole(30, 90),
        tempLimit: dice.pick(['30', '35', '40']),
        humidityLimit: dice.pick(['60', '75', '85']),
        fireClass: fireClasses[n % 8],
        locations: [
          ...placesOf(n).map((code) => ({
            code,
            maxKg: String(1000 * dice.whole(8, 16)),
            chemistries: chemistriesOf(n, code),
          })),
          ...turnoverPlaces.map((code) => ({ code })),
        ],
      },
    };
  });
}

const levelNames = { P: '电池包', M: '电池模块', C: '电芯' } as const;

/** Packs are named by their energy, modules by their cells and voltage, cells by their capacity. */
function categoryName(design: Design, level: Level): string {
  const { capacity_ah, voltage_v } = ratingOf(design, level);
  const chemistry = design.name.split(' ')[0];
  const what = {
    P: design.name,
    M: `${chemistry} 1P${design.cellsInModule}S ${voltage_v} V`,
    C: `${chemistry} ${capacity_ah} Ah`,
  }[level];
  return `${what} ${levelNames[level]}`;
}
const productTypes = { P: 1, M: 2, C: 3 } as const;

/** The categories: each design as a pack and a module, all but the last as a cell. */
const categories = (['P', 'M', 'C'] as const).flatMap((level) =>
  designs
    .slice(0, level === 'C' ? -1 : undefined)
    .map((design, i) => ({ level, design, code: `${level}${i + 1}` })),
);
/** Code of the category of a design at a level; undefined if there is none. */
export const categoryCode = (name: string, level: Level): string | undefined =>
  categories.find((each) => each.design.name === name && each.level === level)?.code;

export function categoryRows(): DemoRow[] {
  return categories.map(({ level, design, code }) => {
    const { capacity_ah, voltage_v, mass_kg } = ratingOf(design, level);
    return {
      key: code,
      values: {
        categoryName: categoryName(design, level),
        categoryCode: code,
        productType: productTypes[level],
        chemistry: design.chemistry,
        capacity: capacity_ah,
        voltage: voltage_v,
        weight: mass_kg,
        remark: `编码示例 ${code24(design, level, new Date('2021-06-01'), 1)}`,
      },
    };
  });
}

/** The lists of parts of each pack and module; all but two are in force. */
export function bomRows(): DemoRow[] {
  return categories.flatMap(({ level, design, code }, n) => {
    const part = categoryCode(design.name, level === 'P' ? 'M' : 'C');
    if (level === 'C' || !part) return [];
    const name = `${design.name} ${levelNames[level]}物料清单`;
    return [
      {
        key: name,
        values: {
          name,
          parentId: ref('deviceCategory', code),
          revision: 'A1',
          lines: [
            {
              childId: ref('deviceCategory', part),
              quantity: level === 'P' ? design.modulesInPack : design.cellsInModule,
            },
          ],
          seriesCount: level === 'P' ? design.modulesInPack : design.cellsInModule,
          parallelCount: 1,
          status: n % 7 === 5 ? 1 : 2,
        },
      },
    ];
  });
}

/** The grading schemes: the former one, and the one in force. */
export function schemeRows(now: Date): DemoRow[] {
  const bands = (...from: readonly [grade: string, fromPct: string, use: string][]) =>
    from.map(([grade, fromPct, use]) => ({ grade, fromPct, use }));
  return [
    {
      key: '梯次电池分级方案（通用）',
      values: {
        name: '梯次电池分级方案（通用）',
        revision: 'V1.0',
        firstDay: dayOf(daysFrom(now, -SCHEME_DAYS)),
        bands: bands(['A', '80', '储能、基站备电'], ['B', '70', '小型储能'], ['C', '60', '再生利用']),
        minInsulation: 100,
        status: 2,
        remark: '企业标准',
      },
    },
    {
      key: '磷酸铁锂单体分级方案',
      values: {
        name: '磷酸铁锂单体分级方案',
        revision: 'V2.0',
        firstDay: dayOf(daysFrom(now, -LATER_DAYS)),
        productType: 3,
        chemistry: 'B',
        bands: bands(['A', '82', '户用储能'], ['B', '72', '基站备电'], ['C', '60', '低功率备电']),
        minInsulation: 100,
        minOcvV: '2.5',
        maxSelfDischargeMvDay: '5',
        status: 2,
        remark: '企业标准',
      },
    },
  ];
}
const SCHEME_DAYS = 720;
const LATER_DAYS = 320;

export const driverKey = (n: number) => {
  const dice = diceOf(`driver ${n}`);
  return idCardOf(dice, districts[n % districts.length] as (typeof districts)[number]);
};

export function driverRows(count: number, enterprises: number, now: Date): DemoRow[] {
  return numbers(count).map((n) => {
    const card = driverKey(n);
    const dice = diceOf(`driver ${n} more`);
    const reliable = n < RELIABLE_DRIVERS;
    const dangerous = dice.chance(0.7) || reliable;
    const validFor = (soon: number, least: number, most: number) =>
      dayOf(
        daysFrom(now, reliable ? LONG_DAYS : dice.chance(soon) ? dice.whole(3, 28) : dice.whole(least, most)),
      );
    return {
      key: card,
      values: {
        name: personName(dice),
        mobile: mobileOf(dice),
        idCard: card,
        licenceNo: card,
        licenceClass: dice.pick(['A2', 'B2', 'B2', 'C1']),
        // One in ten has a licence that ends soon.
        licenceValidTo: validFor(0.1, 200, 2800),
        ...(dangerous
          ? {
              dangerousGoodsCertNo: `DEMO${dice.digits(12)}`,
              dangerousGoodsCertValidTo: validFor(0.1, 90, 2000),
            }
          : {}),
        enterpriseId: ref('enterprise', enterpriseOfKind(dice, enterprises, 7).key),
        emergencyContact: personName(dice),
        emergencyPhone: mobileOf(dice),
        status: dice.weighted([
          ['active', 85],
          ['suspended', 8],
          ['left', 7],
        ]),
      },
    };
  });
}
