import { z } from 'zod';
import { rights } from '../rights.ts';
import { type ReplyOf, route } from '../route.ts';
import { stockPlace } from './stock.ts';

const see = { right: rights.query.see };
/** A decimal as text. */
const decimal = z.string();

/** Kinds of records behind which a life can be followed: goods, what names them, and every document kind. */
export const tracedKinds: ReadonlySet<string> = new Set([
  ...['battery', 'lot', 'vehicle', 'order', 'invoice', 'testReport', 'report'],
  ...['receipt', 'movement', 'issue', 'conditionChange', 'scrap', 'opening', 'stockTake', 'correction'],
  ...['production', 'recyclingRun'],
]);

/** Rows of each kind that one answer of the search holds. */
export const MOST_FOUND = 10;

export const queryRecords = route({
  name: 'query.search',
  summary:
    'Records of every kind that fit a search or a scan: batteries also by codes that they had before, lots, reports by the id of the platform, and rows of each entity. Only kinds whose menu entry the caller may see; those that are named so come first.',
  method: 'GET',
  path: '/query/search',
  access: see,
  query: z.object({
    search: z.string().trim().min(2).max(100),
    limit: z.coerce.number().int().min(1).max(MOST_FOUND).default(5),
  }),
  reply: z.array(
    z.object({
      kind: z.string(),
      rows: z.array(
        z.object({
          id: z.string(),
          title: z.string(),
          hint: z.string().nullable(),
          /** It is named just so, now or before a correction. */
          exact: z.boolean(),
          /** It was named so before its code was corrected. */
          former: z.boolean(),
        }),
      ),
    }),
  ),
});
export type FoundRecords = ReplyOf<typeof queryRecords>;

/** Of what the record is made, of what its life is, and what became of it. */
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
  /** Epoch ms; null where only the day is known. */
  time: z.number().nullable(),
  /** Null where there is none, and where the caller may not see it. */
  record: record.extend({ preset: z.string().nullable() }).nullable(),
  /** There is a record that the caller may not see. */
  hidden: z.boolean(),
  /** The first of the goods it is about, and how many they are. */
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
  /** Empty where the caller may not see it. */
  title: z.string(),
  /** What it leads to: a resource and the id of its row. */
  record: z.object({ kind: z.string(), id: z.string() }).nullable(),
  day: z.string().nullable(),
  /** Battery state, material of a lot, step of a run; kind of the place where something came from or went to. */
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
  /** How many are alike. */
  count: z.number().int(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  record: record.nullable(),
});
export type LifeGap = z.infer<typeof gap>;

export const findLife = route({
  name: 'traceability.findLife',
  summary:
    'The whole life behind a battery, lot, vehicle, order, invoice, report or document: what its goods were made of and what became of them over any number of productions and recycling runs, as dated events and as a graph, with the gaps in it. Records of menu entries that the caller may not see are left without name.',
  method: 'GET',
  path: '/traceability/findLife',
  access: see,
  query: z.object({ kind: z.string().max(40), id: z.uuid() }),
  reply: z.object({
    subject: record.extend({
      /** Says more of it. */
      hint: z.string().nullable(),
      formerCodes: z.array(z.string()),
      productType: z.number().int().nullable(),
      chemistry: z.string().nullable(),
      material: z.string().nullable(),
      /** State of a battery, of a vehicle, or of a document. */
      state: z.string().nullable(),
      grade: z.string().nullable(),
      sohPct: decimal.nullable(),
      /** The goods it stands for, where they are several. */
      items: z.number().int(),
    }),
    /** Of one battery or lot: where it is now; none once it has left. */
    now: z.array(
      z.object({ place: stockPlace, condition: z.string(), pieces: z.number().int(), kg: decimal }),
    ),
    inside: item.nullable(),
    /** Of several batteries: how many are in which state. */
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
    /** More goods belong to it than this answer follows. */
    cut: z.boolean(),
    /** Epoch ms. */
    at: z.number(),
  }),
});
export type Life = ReplyOf<typeof findLife>;

export const findConnected = route({
  name: 'traceability.findConnected',
  summary:
    'What the device of a battery reports of it, or has reported while it measured it: state of charge, whether it is there, and its state of health by month. Null for a battery that is not connected: it names no device, none has its code, and none is in the vehicle that it is part of.',
  method: 'GET',
  path: '/traceability/findConnected',
  access: see,
  query: z.object({ id: z.uuid() }),
  reply: z
    .object({
      deviceId: z.string(),
      devid: z.string(),
      /** Days between which the device that the battery names measures it, where they are known. */
      since: z.string().nullable(),
      until: z.string().nullable(),
      /** The device of the vehicle that carries it. */
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
