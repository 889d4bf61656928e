import { type OptionListName, optionLabel } from '@voltloop/domain/options/index.ts';
import type { Words } from '@voltloop/resource-kit';

/**
 * Who may receive or carry goods, and what the document must contain: rules with their period of validity and legal
 * clause. The starting set follows docs/decisions/0038; pure.
 */

export interface Permit {
  type: number;
  validFrom?: string;
  validTo?: string;
}

export interface Party {
  of: 'enterprise' | 'customer';
  id: string;
  name: string;
  blocked: boolean;
  /** Option list `enterpriseKind`; null if the party is not an enterprise. */
  kind: number | null;
  permits: readonly Permit[];
  eiaNo: string | null;
  dischargePermitNo: string | null;
  region: string | null;
}

export interface Person {
  id: string;
  name: string;
  licenceValidTo: string | null;
  certificateValidTo: string | null;
}

/** The data of a document that hands over goods. */
export interface Handover {
  /** Kind and preset: `issue.sale`. */
  use: string;
  day: string;
  party: Party | null;
  carrier: Party | null;
  driver: Person | null;
  escort: Person | null;
  plate: string | null;
  waybillNo: string | null;
  filingNo: string | null;
  declaredUse: string | null;
  /** Area code of the store. */
  region: string | null;
  goods: readonly { chemistry: string | null; material: string | null }[];
}

type Demand =
  | { what: 'unblocked' }
  /** The other party is an enterprise of one of these kinds. */
  | { what: 'kind'; kinds: readonly number[] }
  /** The party has a permit valid on the day, or its number; applies to parties of these kinds only. */
  | { what: 'permit'; type: number; or?: 'eiaNo' | 'dischargePermitNo'; kinds: readonly number[] }
  | { what: 'carrierPermit'; type: number }
  | { what: 'field'; field: 'plate' | 'waybillNo' }
  | { what: 'person'; who: 'driver' | 'escort' }
  | { what: 'validity'; who: 'driver' | 'escort'; of: 'licenceValidTo' | 'certificateValidTo' }
  /** Goods that leave the province need a filing number. */
  | { what: 'filing' }
  | { what: 'use'; forbidden: readonly string[] };

interface Rule {
  name: string;
  /** First and last business day on which it applies. */
  from: string;
  to?: string;
  clause: Words;
  uses: readonly string[];
  /** Applies only to documents with lithium batteries. */
  lithium?: true;
  /** Cannot be overridden. */
  final?: true;
  demands: Demand;
}

const internalRule: Words = { en: 'internal rule', zh: '内部规定' };
const order73 = (article: number): Words => ({
  en: `Order No. 73 of 2026, art. ${article}`,
  zh: `《新能源汽车废旧动力电池回收和综合利用管理暂行办法》第${articles[article]}条`,
});
const articles: Readonly<Record<number, string>> = { 18: '十八', 19: '十九', 22: '二十二' };
const transport: Words = {
  en: 'Measures for the road transport of dangerous goods',
  zh: '《危险货物道路运输安全管理办法》',
};
const wasteLaw: Words = { en: 'Solid Waste Law, art. 22', zh: '《固体废物污染环境防治法》第二十二条' };
const traffic: Words = { en: 'Road Traffic Safety Law, art. 19', zh: '《道路交通安全法》第十九条' };

const waste = ['issue.vehicle', 'issue.handover'];
const issues = [...waste, 'issue.sale', 'issue.supplier'];
const NEW = '2026-04-01';
/** The last day before echelon use left the industry conditions (announcement No. 20 of 2026). */
const LISTED = '2026-07-29';
/** Maker, vehicle maker, outlet, echelon use, recycler (option list `enterpriseKind`). */
const [maker, vehicleMaker, outlet, echelon, recycler] = [1, 2, 4, 5, 6];
const carried = { from: NEW, clause: transport, uses: waste, lithium: true } as const;

const counterpartyRules: readonly Rule[] = [
  {
    name: 'blocked',
    from: '2000-01-01',
    clause: internalRule,
    uses: [...issues, 'receipt.purchase', 'receipt.collection', 'receipt.vehicle'],
    demands: { what: 'unblocked' },
  },
  {
    name: 'dismantlerHandsOver',
    from: NEW,
    to: LISTED,
    clause: order73(19),
    uses: ['issue.vehicle'],
    demands: { what: 'kind', kinds: [maker, vehicleMaker, outlet, echelon, recycler] },
  },
  {
    name: 'dismantlerHandsOver',
    from: '2026-07-30',
    clause: order73(19),
    uses: ['issue.vehicle'],
    demands: { what: 'kind', kinds: [maker, vehicleMaker, outlet, recycler] },
  },
  {
    name: 'scrapGoesToUtilization',
    from: NEW,
    to: LISTED,
    clause: order73(19),
    uses: ['issue.handover'],
    demands: { what: 'kind', kinds: [echelon, recycler] },
  },
  {
    name: 'scrapGoesToUtilization',
    from: '2026-07-30',
    clause: order73(19),
    uses: ['issue.handover'],
    demands: { what: 'kind', kinds: [recycler] },
  },
  {
    name: 'environmentalApproval',
    from: NEW,
    clause: order73(18),
    uses: [...waste, 'issue.sale'],
    demands: { what: 'permit', type: 6, or: 'eiaNo', kinds: [echelon, recycler] },
  },
  {
    name: 'dischargePermit',
    from: NEW,
    clause: order73(18),
    uses: [...waste, 'issue.sale'],
    demands: { what: 'permit', type: 5, or: 'dischargePermitNo', kinds: [echelon, recycler] },
  },
  {
    name: 'forbiddenUse',
    from: NEW,
    clause: order73(22),
    uses: ['issue.sale'],
    final: true,
    demands: { what: 'use', forbidden: ['3'] },
  },
  { name: 'carrier', ...carried, demands: { what: 'carrierPermit', type: 4 } },
  { name: 'plate', ...carried, demands: { what: 'field', field: 'plate' } },
  { name: 'driver', ...carried, demands: { what: 'person', who: 'driver' } },
  { name: 'escort', ...carried, demands: { what: 'person', who: 'escort' } },
  {
    name: 'driverCertificate',
    ...carried,
    demands: { what: 'validity', who: 'driver', of: 'certificateValidTo' },
  },
  {
    name: 'escortCertificate',
    ...carried,
    demands: { what: 'validity', who: 'escort', of: 'certificateValidTo' },
  },
  { name: 'waybill', ...carried, demands: { what: 'field', field: 'waybillNo' } },
  {
    name: 'driverLicence',
    from: '2004-05-01',
    clause: traffic,
    uses: issues,
    demands: { what: 'validity', who: 'driver', of: 'licenceValidTo' },
  },
  { name: 'filing', from: '2020-09-01', clause: wasteLaw, uses: waste, demands: { what: 'filing' } },
];

/** A violation by a document: the field of its header, and the text with its values. */
export interface Breach {
  rule: string;
  field: string;
  /** The text's key in the catalogue. */
  key: string;
  /** Clause and parties in both languages: `clause_en`, `clause_zh`, …. */
  values: Readonly<Record<string, string>>;
  final: boolean;
}

const LITHIUM: ReadonlySet<string> = new Set(['B', 'C', 'D', 'E', 'G']);
const BATTERIES: ReadonlySet<string> = new Set(['pack', 'module', 'cell', 'mixed']);
/** Goods by mass without a chemistry are treated as lithium. */
const hasLithium = ({ goods }: Handover) =>
  goods.some(
    ({ chemistry, material }) =>
      (chemistry === null || LITHIUM.has(chemistry)) && (material === null || BATTERIES.has(material)),
  );

/** Whether a period, open or closed at either end, includes a day. */
export const holdsOn = (day: string, from?: string | null, to?: string | null): boolean =>
  (!from || from <= day) && (!to || day <= to);

type Found = { field: string; key: string; values?: Record<string, string> } | null;

const bothWords = (name: string, words: Words) => ({ [`${name}_en`]: words.en, [`${name}_zh`]: words.zh });
const optionWords = (list: OptionListName, value: number | string): Words => ({
  en: optionLabel(list, value, 'en'),
  zh: optionLabel(list, value, 'zh'),
});
const partyField = ({ party }: Handover) => (party?.of === 'customer' ? 'customerId' : 'enterpriseId');
const about = (party: Party) => ({ of: party.of, id: party.id, name: party.name });
const holds = ({ permits }: Party, type: number, day: string) =>
  permits.some((permit) => permit.type === type && holdsOn(day, permit.validFrom, permit.validTo));
const permitWords = (type: number) => bothWords('permit', optionWords('permitType', type));
const PROVINCE = 2;

const checks: {
  [What in Demand['what']]: (demand: Extract<Demand, { what: What }>, of: Handover) => Found;
} = {
  unblocked: (_, of) =>
    of.party?.blocked ? { field: partyField(of), key: 'blocked', values: about(of.party) } : null,
  kind: ({ kinds }, of) =>
    of.party && !kinds.includes(of.party.kind ?? 0)
      ? { field: partyField(of), key: 'wrongKind', values: about(of.party) }
      : null,
  permit({ type, or, kinds }, of) {
    const { party, day } = of;
    if (!party || !kinds.includes(party.kind ?? 0) || holds(party, type, day) || (or && party[or]))
      return null;
    return {
      field: partyField(of),
      key: 'noPermit',
      values: { ...about(party), ...permitWords(type) },
    };
  },
  carrierPermit({ type }, { carrier, day }) {
    if (!carrier) return { field: 'carrierId', key: 'noCarrier' };
    if (!carrier.blocked && holds(carrier, type, day)) return null;
    return { field: 'carrierId', key: 'noPermit', values: { ...about(carrier), ...permitWords(type) } };
  },
  field: ({ field }, of) => (of[field] ? null : { field, key: field === 'plate' ? 'noPlate' : 'noWaybill' }),
  person: ({ who }, of) =>
    of[who] ? null : { field: `${who}Id`, key: who === 'driver' ? 'noDriver' : 'noEscort' },
  validity({ who, of: which }, of) {
    const person = of[who];
    const certificate = which === 'certificateValidTo';
    if (!person) return null;
    const until = person[which];
    if (until === null ? !certificate : holdsOn(of.day, null, until)) return null;
    return {
      field: `${who}Id`,
      key: certificate ? 'noCertificate' : 'licenceEnded',
      values: { of: 'driver', id: person.id, name: person.name, until: until ?? '' },
    };
  },
  filing(_, of) {
    const [from, to] = [of.region, of.party?.region].map((region) => region?.slice(0, PROVINCE));
    return from && to && from !== to && !of.filingNo ? { field: 'filingNo', key: 'noFiling' } : null;
  },
  use: ({ forbidden }, { declaredUse }) =>
    declaredUse !== null && forbidden.includes(declaredUse)
      ? {
          field: 'declaredUse',
          key: 'forbiddenUse',
          values: bothWords('use', optionWords('echelonUseType', declaredUse)),
        }
      : null,
};

/** Whether any rule applies to a use of a document kind. */
export const hasCounterpartyRules = (use: string): boolean =>
  counterpartyRules.some(({ uses }) => uses.includes(use));

/** The violations of a document by the rules that apply on its business day. */
export function breachesOf(of: Handover): Breach[] {
  return counterpartyRules.flatMap(({ name, from, to, uses, lithium, clause, demands, final }): Breach[] => {
    if (!uses.includes(of.use) || !holdsOn(of.day, from, to) || (lithium && !hasLithium(of))) return [];
    const found = (checks[demands.what] as (demand: Demand, handover: Handover) => Found)(demands, of);
    if (!found) return [];
    const values = { day: of.day, ...found.values, ...bothWords('clause', clause) };
    return [{ rule: name, field: found.field, key: found.key, values, final: final === true }];
  });
}
