import { z } from 'zod';
import { rights as common } from '../rights.ts';
import { type ReplyOf, route } from '../route.ts';

/** Rights to edit productions and to view recycling runs (resource-kit/rights.ts). */
const rights = { produce: 7002, runs: 7100, stock: common.stock.see, batteries: common.batteries } as const;
const { recovery } = common;
/** A decimal as text. */
const decimal = z.string();

export const proposeCodes = route({
  name: 'production.proposeCodes',
  summary:
    'Unused consecutive codes for the products of a production: maker, level, chemistry, category and day are those of its header.',
  method: 'GET',
  path: '/production/proposeCodes',
  access: { right: rights.produce },
  query: z.object({ id: z.uuid(), count: z.coerce.number().int().min(1).max(1000).default(1) }),
  reply: z.object({ codes: z.array(z.string()) }),
});

export const claimComponents = route({
  name: 'production.claim',
  summary:
    'Claim the components of a draft, so that no other document can take them until it is posted or cancelled, for 14 days at most. Components that its lines no longer name are released.',
  method: 'POST',
  path: '/production/claim',
  access: { right: rights.produce },
  body: z.object({ id: z.uuid() }),
  reply: z.object({ items: z.number().int() }),
});

export const findRunBalance = route({
  name: 'recyclingRun.balance',
  summary: 'Input and output of a recycling run by its current lines, in kg.',
  method: 'GET',
  path: '/recyclingRun/balance',
  access: { right: rights.runs },
  query: z.object({ id: z.uuid() }),
  reply: z.object({
    in: decimal,
    added: decimal,
    /** Without the residue. */
    out: decimal,
    residue: decimal,
    loss: decimal,
    /** Water in less water out. */
    water: decimal,
    /** Unexplained dry mass. */
    difference: decimal,
    allowed: decimal,
    balanced: z.boolean(),
  }),
});
export type RunBalance = ReplyOf<typeof findRunBalance>;

const target = z.object({
  pct: z.number(),
  /** First day. */
  from: z.string(),
  clause: z.object({ en: z.string(), zh: z.string() }),
  /** Null if unknown, and for a target that is not in force. */
  met: z.boolean().nullable(),
});
const share = z.object({
  inKg: decimal,
  outKg: decimal,
  /** Null if no input is known. */
  pct: decimal.nullable(),
  targets: z.array(target),
});
const recovered = share.extend({ element: z.string() });
/** Goods without an assay, and their mass: their metal is not counted. Coded batteries cannot have one. */
const unknownGoods = z.array(
  z.object({ goods: z.string(), side: z.enum(['in', 'out']), kg: decimal, coded: z.boolean() }),
);

export const findRecovery = route({
  name: 'recyclingRun.recovery',
  summary:
    'Metal in input and output of a posted recycling run, by the assays of its lots, and the targets of the step on its day; indicative for a single run.',
  method: 'GET',
  path: '/recyclingRun/recovery',
  access: { right: rights.runs },
  query: z.object({ id: z.uuid() }),
  reply: z.object({
    elements: z.array(recovered),
    unknown: unknownGoods,
  }),
});

export const findRecoveryOfYear = route({
  name: 'recyclingRun.recoveryOfYear',
  summary:
    'Recovery of a year, by the assays of its lots: metals of the hydrometallurgical and of the crushing runs, electrode powder, and the efficiency by mass, with the targets in force.',
  method: 'GET',
  path: '/recyclingRun/recoveryOfYear',
  access: { right: recovery.see },
  query: z.object({ year: z.coerce.number().int().min(2000).max(2100) }),
  reply: z.object({
    runs: z.number().int(),
    /** From dissolved goods. */
    elements: z.array(recovered),
    /** From crushed goods. */
    crushed: z.array(recovered),
    /** Metals of the electrodes, from crushing to black mass. */
    powder: share,
    /** Mass recovered from batteries and scrap: salts count with their metals. */
    efficiency: share,
    /** Each run separately, by day: recovered share of all its input, and its metals; indicative. */
    byRun: z.array(
      z.object({
        id: z.string(),
        no: z.string(),
        day: z.string(),
        step: z.string(),
        inKg: decimal,
        outKg: decimal,
        pct: decimal.nullable(),
        /** Null if the lots of a side have no assay. */
        elements: z.array(z.object({ element: z.string(), pct: decimal.nullable() })),
      }),
    ),
    unknown: unknownGoods,
  }),
});
export type RecoveryOfYear = ReplyOf<typeof findRecoveryOfYear>;

export const exportRecovery = route({
  name: 'recyclingRun.exportRecovery',
  summary: 'The recovery of a year as a workbook or a text table.',
  method: 'GET',
  path: '/recyclingRun/exportRecovery',
  access: { right: recovery.export },
  query: z.object({
    year: z.coerce.number().int().min(2000).max(2100),
    format: z.enum(['xlsx', 'csv']).default('xlsx'),
    language: z.enum(['en', 'zh']).default('en'),
  }),
});
export type Recovery = ReplyOf<typeof findRecovery>;

const traced = z.object({
  /**
   * Kind of an origin or destination: `outside`, `opening`, `difference`, `stock`, `production`, `transit`, `loss`,
   * `added` (reagents), `unknown`.
   */
  kind: z.string(),
  /** The battery or lot; null for uncoded goods. */
  item: z.object({ id: z.string(), code: z.string() }).nullable(),
  /** Supplier, customer, or store. */
  place: z.string().nullable(),
  /** For a battery from a vehicle: its plate or VIN. */
  vehicle: z.string().nullable(),
  document: z
    .object({ id: z.string(), kind: z.string(), no: z.string().nullable(), day: z.string() })
    .nullable(),
  kg: decimal,
});

export const findTrace = route({
  name: 'stock.trace',
  summary:
    'The origins of every kilogram of a lot or battery, through productions and recycling runs back to the suppliers, and its destinations; with the flows between, as for a Sankey diagram.',
  method: 'GET',
  path: '/stock/trace',
  access: { right: rights.stock, or: [rights.batteries] },
  query: z.object({ id: z.uuid() }),
  reply: z.object({
    code: z.string(),
    kg: decimal,
    from: z.array(traced),
    to: z.array(traced),
    nodes: z.array(z.object({ id: z.string(), kind: z.string(), label: z.string() })),
    /** Mass that belongs to the requested item. */
    links: z.array(z.object({ from: z.string(), to: z.string(), kg: decimal })),
    /** The reply is limited: more goods belong to it. */
    cut: z.boolean(),
  }),
});
export type Trace = ReplyOf<typeof findTrace>;
export type Traced = Trace['from'][number];
