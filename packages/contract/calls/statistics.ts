import { z } from 'zod';
import { rights } from '../rights.ts';
import { type QueryOf, type ReplyOf, route } from '../route.ts';

const see = { right: rights.statistics.see };
const day = z.iso.date();
/** Pieces, and booked mass in kg. Goods by mass have pieces only if these were counted. */
const amount = { pieces: z.number().int(), kg: z.string() };

/** Filter of stores and goods. */
const scope = {
  storeId: z.uuid().optional(),
  siteId: z.uuid().optional(),
  enterpriseId: z.uuid().optional(),
  /** Code of a province, two digits. */
  region: z
    .string()
    .regex(/^\d{2}$/)
    .optional(),
  chemistry: z.string().max(10).optional(),
};
/** Both days included; at most three years. */
const period = { from: day, to: day };

/** The name of a document kind with its preset. */
const words = z.object({ en: z.string(), zh: z.string() });
const named = z.object({ id: z.string(), name: z.string() });

export const findStatisticsScopes = route({
  name: 'statistics.scopes',
  summary: 'Filters of the statistics: stores, sites, enterprises of sites, provinces.',
  method: 'GET',
  path: '/statistics/scopes',
  access: see,
  reply: z.object({
    /** Today, in the zone of the tenant. */
    today: z.string(),
    stores: z.array(named),
    sites: z.array(named),
    enterprises: z.array(named),
    regions: z.array(z.string()),
  }),
});

export const stockGroups = [
  'store',
  'site',
  'enterprise',
  'region',
  'chemistry',
  'condition',
  'grade',
  'month',
] as const;
export type StockGroup = (typeof stockGroups)[number];

/** Only goods that were received in this month, yyyy-MM. */
const came = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
  .optional();

/** Months since receipt, by bands: this month, 1-2, 3-5, 6-11, 12 and more. */
const ages = z.array(z.string()).length(5);

export const findStatisticsOfStock = route({
  name: 'statistics.stock',
  summary:
    'Contents of stores at the end of a day, by the requested grouping and by age, with the month ends of the twelve months before.',
  method: 'GET',
  path: '/statistics/stock',
  access: see,
  query: z.object({
    ...scope,
    came,
    /** Today by default, also for a later day. */
    day: day.optional(),
    by: z.enum(stockGroups).default('store'),
  }),
  reply: z.object({
    day: z.string(),
    ...amount,
    ages,
    groups: z.array(
      z.object({
        /**
         * Id, code of the province, letter of the chemistry, condition, grade (X: reject) or month of entry; empty:
         * unknown.
         */
        key: z.string(),
        name: z.string().nullable(),
        ...amount,
        /** Null for groups that are not part of the ledger: grades. */
        ages: ages.nullable(),
      }),
    ),
    trend: z.array(z.object({ day: z.string(), ...amount })),
  }),
});
export type StockStatistics = ReplyOf<typeof findStatisticsOfStock>;

const inAndOut = z.object({
  inPieces: z.number().int(),
  inKg: z.string(),
  outPieces: z.number().int(),
  outKg: z.string(),
});

export const findStatisticsOfFlows = route({
  name: 'statistics.flows',
  summary:
    'Goods in and out, by day or month and by kind of document, with the previous period. Moves between own stores count only if stores are selected.',
  method: 'GET',
  path: '/statistics/flows',
  access: see,
  query: z.object({ ...scope, ...period }),
  reply: z.object({
    step: z.enum(['day', 'month']),
    list: z.array(inAndOut.extend({ day: z.string(), stockKg: z.string() })),
    kinds: z.array(inAndOut.extend({ kind: z.string(), preset: z.string(), words })),
    total: inAndOut,
    before: inAndOut.extend(period),
  }),
});
export type FlowStatistics = ReplyOf<typeof findStatisticsOfFlows>;

export const findStatisticsOfWorks = route({
  name: 'statistics.works',
  summary: 'Yield of production and recycling, and losses: in runs, in stock-takes, by scrapping.',
  method: 'GET',
  path: '/statistics/works',
  access: see,
  query: z.object({ ...scope, ...period }),
  reply: z.object({
    /**
     * By kind of document and preset: input with reagents, output without residue; `issued` is what issues brought to
     * production, which becomes input when a production uses it.
     */
    steps: z.array(
      z.object({
        kind: z.enum(['production', 'recyclingRun']),
        preset: z.string(),
        words,
        usedKg: z.string(),
        madePieces: z.number().int(),
        madeKg: z.string(),
      }),
    ),
    /** Output that works of the period took in again is neither input nor output here. */
    list: z.array(
      z.object({
        day: z.string(),
        madePieces: z.number().int(),
        usedKg: z.string(),
        madeKg: z.string(),
        recycledKg: z.string(),
        recoveredKg: z.string(),
      }),
    ),
    /** By store: goods missing and surplus in stock-takes and corrections. */
    differences: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        missingPieces: z.number().int(),
        missingKg: z.string(),
        surplusPieces: z.number().int(),
        surplusKg: z.string(),
      }),
    ),
    scrapped: z.object(amount),
  }),
});
export type WorksStatistics = ReplyOf<typeof findStatisticsOfWorks>;

/** Money has two decimals; goods without a price count as zero. */
const sold = z.object({ ...amount, money: z.string() });

export const findStatisticsOfSales = route({
  name: 'statistics.sales',
  summary: 'Sales less returns: pieces, mass, money, by day or month, customer and goods.',
  method: 'GET',
  path: '/statistics/sales',
  access: see,
  query: z.object({ ...scope, ...period }),
  reply: z.object({
    list: z.array(sold.extend({ day: z.string() })),
    customers: z.array(named.extend({ money: z.string() })),
    goods: z.array(
      z.object({
        productType: z.number().int().nullable(),
        material: z.string().nullable(),
        unit: z.string(),
        quantity: z.string(),
        money: z.string(),
      }),
    ),
    total: sold,
    before: sold.extend(period),
  }),
});
export type SalesStatistics = ReplyOf<typeof findStatisticsOfSales>;

const punctual = z.object({
  onTime: z.number().int(),
  late: z.number().int(),
  overdue: z.number().int(),
  /** Not due yet, or the reporting period has not begun. */
  waiting: z.number().int(),
});

export const findStatisticsOfReporting = route({
  name: 'statistics.reporting',
  summary: 'Timeliness of the reports of a period, by day or month and by type.',
  method: 'GET',
  path: '/statistics/reporting',
  access: see,
  query: z.object({ ...scope, ...period }),
  reply: z.object({
    list: z.array(punctual.extend({ day: z.string() })),
    types: z.array(punctual.extend({ type: z.number().int() })),
    total: punctual,
  }),
});
export type ReportingStatistics = ReplyOf<typeof findStatisticsOfReporting>;

export const exportStatistics = route({
  name: 'statistics.exportExcel',
  summary: 'One table of the statistics as xlsx or csv.',
  method: 'GET',
  path: '/statistics/exportExcel',
  access: { right: rights.statistics.export },
  query: z.object({
    ...scope,
    ...period,
    /** Of the stock. */
    came,
    table: z.enum(['stock', 'flows', 'works', 'sales', 'reporting']),
    by: z.enum(stockGroups).default('store'),
    format: z.enum(['xlsx', 'csv']).default('xlsx'),
    language: z.enum(['en', 'zh']).default('zh'),
  }),
});

export type StatisticsScope = Omit<QueryOf<typeof findStatisticsOfFlows>, 'from' | 'to'>;
export type StatisticsPeriod = Pick<QueryOf<typeof findStatisticsOfFlows>, 'from' | 'to'>;
