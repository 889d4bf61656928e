import { z } from 'zod';
import { rights as common } from '../rights.ts';
import { type ReplyOf, route } from '../route.ts';

/** Rights to edit productions and to see recycling runs (resource-kit/rights.ts). */
const rights = { produce: 7002, runs: 7100, stock: common.stock.see, batteries: common.batteries } as const;
const { recovery } = common;
/** A decimal as text. */
const decimal = z.string();

export const proposeCodes = route({
  name: 'production.proposeCodes',
  summary:
    'Codes for the products of a production that nobody has yet, one after the other: maker, level, chemistry, category and day are those of its header.',
  method: 'GET',
  path: '/production/proposeCodes',
  access: { right: rights.produce },
  query: z.object({ id: z.uuid(), count: z.coerce.number().int().min(1).max(1000).default(1) }),
  reply: z.object({ codes: z.array(z.string()) }),
});

export const claimComponents = route({
  name: 'production.claim',
  summary:
    'Keep the components of a draft for it: no other document takes them until it is posted or cancelled, for 14 days at most. What its lines do not name any more is free again.',
  method: 'POST',
  path: '/production/claim',
  access: { right: rights.produce },
  body: z.object({ id: z.uuid() }),
  reply: z.object({ items: z.number().int() }),
});

export const findRunBalance = route({
  name: 'recyclingRun.balance',
  summary: 'What goes into a recycling run and what comes out of it, by its current lines, in kg.',
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
    /** How much less water comes out than goes in. */
    water: decimal,
    /** Dry substance that nobody has explained. */
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
  /** Null where nothing is known yet, and for a target that is not in force. */
  met: z.boolean().nullable(),
});
const share = z.object({
  inKg: decimal,
  outKg: decimal,
  /** Null where nothing is known to go in. */
  pct: decimal.nullable(),
  targets: z.array(target),
});
const recovered = share.extend({ element: z.string() });

export const findRecovery = route({
  name: 'recyclingRun.recovery',
  summary:
    'Metal that goes into a posted recycling run and comes out of it, by the assays of its lots, and the targets of the step on its day; indicative, as a single run is.',
  method: 'GET',
  path: '/recyclingRun/recovery',
  access: { right: rights.runs },
  query: z.object({ id: z.uuid() }),
  reply: z.object({
    elements: z.array(recovered),
    /** What has no assay, and its mass: its metal is not counted. */
    unknown: z.array(z.object({ goods: z.string(), side: z.enum(['in', 'out']), kg: decimal })),
  }),
});

export const findRecoveryOfYear = route({
  name: 'recyclingRun.recoveryOfYear',
  summary:
    'What the recycling of a year has recovered, by the assays of its lots: metals of the hydrometallurgical and of the crushing runs, electrode powder, and the efficiency by mass, with the targets in force.',
  method: 'GET',
  path: '/recyclingRun/recoveryOfYear',
  access: { right: recovery.see },
  query: z.object({ year: z.coerce.number().int().min(2000).max(2100) }),
  reply: z.object({
    runs: z.number().int(),
    /** Of what is dissolved. */
    elements: z.array(recovered),
    /** Of what is crushed. */
    crushed: z.array(recovered),
    /** Metals of the electrodes, from what is crushed into black mass. */
    powder: share,
    /** What is recovered of batteries and scrap, by mass: salts count with their metals. */
    efficiency: share,
    /** Each run separately, by day: what is recovered of all that goes into it, and its metals; indicative. */
    byRun: z.array(
      z.object({
        id: z.string(),
        no: z.string(),
        day: z.string(),
        step: z.string(),
        inKg: decimal,
        outKg: decimal,
        pct: decimal.nullable(),
        /** Null where the lots of a side have no assay. */
        elements: z.array(z.object({ element: z.string(), pct: decimal.nullable() })),
      }),
    ),
    unknown: z.array(z.object({ goods: z.string(), side: z.enum(['in', 'out']), kg: decimal })),
  }),
});
export type RecoveryOfYear = ReplyOf<typeof findRecoveryOfYear>;

export const exportRecovery = route({
  name: 'recyclingRun.exportRecovery',
  summary: 'The recovery of a year as a workbook or a table of text.',
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
   * What it is where it begins or ends: `outside`, `opening`, `difference`, `stock`, `production`, `transit`, `loss`,
   * `added` (reagents), `unknown`.
   */
  kind: z.string(),
  /** The battery or lot; null for what has no code. */
  item: z.object({ id: z.string(), code: z.string() }).nullable(),
  /** Supplier, customer, or store. */
  place: z.string().nullable(),
  /** Of a battery that came from a vehicle: its plate or VIN. */
  vehicle: z.string().nullable(),
  document: z
    .object({ id: z.string(), kind: z.string(), no: z.string().nullable(), day: z.string() })
    .nullable(),
  kg: decimal,
});

export const findTrace = route({
  name: 'stock.trace',
  summary:
    'Where every kilogram of a lot or battery came from, through productions and recycling runs back to who brought it, and where it went; with the flows between, as a Sankey diagram needs them.',
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
    /** More goods belong to it than this answer follows. */
    cut: z.boolean(),
  }),
});
export type Trace = ReplyOf<typeof findTrace>;
export type Traced = Trace['from'][number];
