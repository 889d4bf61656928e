import { z } from 'zod';
import { rights } from '../rights.ts';
import { type ReplyOf, route } from '../route.ts';
import { stockPlace } from './stock.ts';

const see = { right: rights.query.see };
/** A decimal as text. */
const decimal = z.string();

/** Kinds of records whose life can be traced: goods, records that refer to goods, and every document kind. */
export const tracedKinds: ReadonlySet<string> = new Set([
  'battery',
  'lot',
  'vehicle',
  'order',
  'invoice',
  'testReport',
  'report',
  'receipt',
  'movement',
  'issue',
  'conditionChange',
  'scrap',
  'opening',
  'stockTake',
  'correction',
  'production',
  'recyclingRun',
]);

/** Maximum rows of each kind in a reply of the search. */
export const MAX_FOUND = 10;

export const queryRecords = route({
  name: 'query.search',
  summary:
    'Records of every kind that match a search or a scan: batteries, also by former codes, lots, reports by the id of the platform, and rows of each resource. Only kinds whose menu entry the caller may see; exact matches come first.',
  method: 'GET',
  path: '/query/search',
  access: see,
  query: z.object({
    search: z.string().trim().min(2).max(100),
    limit: z.coerce.number().int().min(1).max(MAX_FOUND).default(5),
  }),
  reply: z.array(
    z.object({
      kind: z.string(),
      rows: z.array(
        z.object({
          id: z.string(),
          title: z.string(),
          hint: z.string().nullable(),
          /** Exact match of its name, now or before a correction. */
          exact: z.boolean(),
          /** Matched a former code. */
          former: z.boolean(),
        }),
      ),
    }),
  ),
});
export type FoundRecords = ReplyOf<typeof queryRecords>;

/** Its origins, its own life, or its later use. */
export const sides = ['own', 'back', 'on'] as const;
const side = z.enum(sides);

/** A record that the caller may open. */
const record = z.object({
  kind: z.string(),
  id: z.string(),
  title: z.string(),
});
const item = z.object({ id: z.string(), kind: z.enum(['battery', 'lot']), code: z.string() });

const lifeReport = z.object({
  /** One of them. */
  id: z.string(),
  type: z.number().int(),
  state: z.number().int(),
  overdue: z.boolean(),
  count: z.number().int(),
});

const lifeEvent = z.object({
  key: z.string(),
  /** The first three come from the code of a battery and from its vehicle. */
  what: z.enum([
    'made',
    'vehicleRegistered',
    'vehicleScrapped',
    'collection',
    'document',
    'test',
    'assay',
    'invoice',
  ]),
  side,
  day: z.string(),
  /** Epoch ms; null if only the day is known. */
  time: z.number().nullable(),
  /** Null if there is none, or if the caller may not see it. */
  record: record.extend({ preset: z.string().nullable() }).nullable(),
  /** There is a record that the caller may not see. */
  hidden: z.boolean(),
  /** The first of the goods concerned, and their number. */
  items: z.array(item),
  count: z.number().int(),
  kg: decimal.nullable(),
  from: stockPlace.nullable(),
  to: stockPlace.nullable(),
  fromCondition: z.string().nullable(),
  toCondition: z.string().nullable(),
  order: record.nullable(),
  test: z.object({ grade: z.string().nullable(), sohPct: decimal.nullable(), curve: z.boolean() }).nullable(),
  reports: z.array(lifeReport),
});
export type LifeEvent = z.infer<typeof lifeEvent>;

const lifeNode = z.object({
  id: z.string(),
  kind: z.enum(['battery', 'lot', 'vehicle', 'source', 'run', 'receiver']),
  side,
  /** Empty if the caller may not see it. */
  title: z.string(),
  /** Its target: a resource and the id of its row. */
  record: z.object({ kind: z.string(), id: z.string() }).nullable(),
  day: z.string().nullable(),
  /** Battery state, material of a lot, step of a run; kind of place of an origin or destination. */
  state: z.string().nullable(),
});
export type LifeNode = z.infer<typeof lifeNode>;

const gap = z.object({
  key: z.enum([
    'openingOnly',
    'noSource',
    'codeNew',
    'elsewhere',
    'missing',
    'untested',
    'reportOverdue',
    'neverMoved',
  ]),
  item: item.nullable(),
  /** Number of similar ones. */
  count: z.number().int(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  record: record.nullable(),
});
export type LifeGap = z.infer<typeof gap>;

export const findLife = route({
  name: 'traceability.findLife',
  summary:
    'The whole life of a battery, lot, vehicle, order, invoice, report or document: origins and later use of its goods over any number of productions and recycling runs, as dated events and as a graph, with its gaps. Records of menu entries that the caller may not see have no name.',
  method: 'GET',
  path: '/traceability/findLife',
  access: see,
  query: z.object({ kind: z.string().max(40), id: z.uuid() }),
  reply: z.object({
    subject: record.extend({
      /** Details. */
      hint: z.string().nullable(),
      formerCodes: z.array(z.string()),
      productType: z.number().int().nullable(),
      chemistry: z.string().nullable(),
      material: z.string().nullable(),
      /** State of a battery, of a vehicle, or of a document. */
      state: z.string().nullable(),
      grade: z.string().nullable(),
      sohPct: decimal.nullable(),
      /** The goods that it represents, if several. */
      items: z.number().int(),
    }),
    /** For one battery or lot: its position; none once it has left. */
    now: z.array(
      z.object({ place: stockPlace, condition: z.string(), pieces: z.number().int(), kg: decimal }),
    ),
    inside: item.nullable(),
    /** For several batteries: counts by state. */
    states: z.array(z.object({ state: z.string(), count: z.number().int() })),
    /** By day. */
    events: z.array(lifeEvent),
    nodes: z.array(lifeNode),
    links: z.array(
      z.object({
        from: z.string(),
        to: z.string(),
        document: z.object({ kind: z.string(), id: z.string() }).nullable(),
      }),
    ),
    gaps: z.array(gap),
    /** The reply is limited: more goods belong to it. */
    cut: z.boolean(),
    /** Epoch ms. */
    at: z.number(),
  }),
});
export type Life = ReplyOf<typeof findLife>;

export const findConnected = route({
  name: 'traceability.findConnected',
  summary:
    'Telemetry of a battery’s device, current or from the time when it measured the battery: state of charge, connection, and state of health by month. Null for a battery that is not connected: it refers to no device, no device has its code, and its vehicle has none.',
  method: 'GET',
  path: '/traceability/findConnected',
  access: see,
  query: z.object({ id: z.uuid() }),
  reply: z
    .object({
      deviceId: z.string(),
      devid: z.string(),
      /** First and last day on which the battery's device measured it, if known. */
      since: z.string().nullable(),
      until: z.string().nullable(),
      /** The device of the vehicle that contains it. */
      byVehicle: z.boolean(),
      online: z.boolean(),
      /** Epoch ms. */
      time: z.number().nullable(),
      socPct: z.number().nullable(),
      sohPct: z.number().nullable(),
      /** The mean state of health of each month, `yyyy-MM`. */
      history: z.array(z.object({ month: z.string(), sohPct: z.number() })),
    })
    .nullable(),
});
export type Connected = NonNullable<ReplyOf<typeof findConnected>>;
