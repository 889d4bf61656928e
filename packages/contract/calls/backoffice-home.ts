import { z } from 'zod';
import { rights } from '../rights.ts';
import { route } from '../route.ts';

const condition = z.object({
  field: z.string(),
  op: z.string(),
  value: z.union([z.string(), z.number(), z.array(z.union([z.string(), z.number()]))]).optional(),
});

export const backofficeHome = route({
  name: 'backofficeHome',
  summary: 'Warnings and recent changes of the back office that the caller may see.',
  method: 'GET',
  path: '/v1/backoffice/home',
  // Each part also needs the right to its records.
  access: { right: rights.home },
  reply: z.object({
    /** Time of counting; warnings are cached for half a minute. */
    as_of: z.number(),
    /** For each warning: the number of matching rows, the filter, and the first rows. */
    warnings: z.array(
      z.object({
        resource: z.string(),
        name: z.string(),
        count: z.number().int(),
        filter: z.array(condition),
        rows: z.array(z.object({ id: z.string(), title: z.string(), date: z.string().nullable() })),
      }),
    ),
    activity: z.array(
      z.object({
        time: z.number(),
        user: z.string().nullable(),
        resource: z.string(),
        action: z.string(),
        id: z.string(),
        /** Null if the row was deleted. */
        title: z.string().nullable(),
        /** Number of rows changed together, by an import or a bulk change. */
        count: z.number().int(),
      }),
    ),
  }),
});

export const homePeriods = ['month', 'quarter', 'year'] as const;
export type HomePeriod = (typeof homePeriods)[number];
export const homeStages = ['received', 'tested', 'graded', 'produced', 'sold', 'recycled'] as const;

/** Both days included. */
const span = z.object({ from: z.string(), to: z.string() });
/** Batteries and goods by mass: pieces, booked mass, rated energy. */
const amount = z.object({ pieces: z.number().int(), kg: z.string(), kwh: z.string() });
/** Number of orders, deliveries or invoices, and their value with two decimals. */
const worth = z.object({ count: z.number().int(), amount: z.string() });
const compared = worth.extend({ before: z.string(), yearBefore: z.string() });

export const backofficeBusiness = route({
  name: 'backofficeBusiness',
  summary:
    'Business figures from the beginning of this month, quarter or year to today, compared with the same days of the previous period and the previous year: intake, stages, orders.',
  method: 'GET',
  path: '/v1/backoffice/business',
  // Each part also needs the right to its records.
  access: { right: rights.home },
  query: z.object({ period: z.enum(homePeriods).default('month') }),
  reply: z.object({
    ...span.shape,
    /** The same days of the previous month, quarter or year, and of the previous year. */
    before: span,
    yearBefore: span,
    /** Goods that receipts brought from outside; null without the right to receipts. */
    intake: z
      .object({
        now: amount,
        before: amount,
        yearBefore: amount,
        /** Mass of the last thirteen months, oldest first. */
        months: z.array(z.object({ month: z.string(), kg: z.string() })),
      })
      .nullable(),
    /** Pieces that reached each stage, of those that the caller may see; `here` counts those in it now. */
    stages: z.array(
      z.object({
        stage: z.enum(homeStages),
        pieces: z.number().int(),
        before: z.number().int(),
        here: z.number().int(),
      }),
    ),
    /** Null without the right to orders. */
    orders: z
      .object({
        ordered: compared,
        /** Less returns. */
        delivered: z.object({ amount: z.string(), before: z.string(), yearBefore: z.string() }),
        /** Orders past their delivery day, and the undelivered part of their value. */
        overdue: worth,
        /** Null without the right to invoices. */
        invoiced: compared.nullable(),
      })
      .nullable(),
  }),
});

export const backofficeWork = route({
  name: 'backofficeWork',
  summary:
    'Records on which the caller may take a step, own ones first, then oldest first, by page; counts by kind.',
  method: 'GET',
  path: '/v1/backoffice/work',
  access: { right: rights.home },
  query: z.object({
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    size: z.coerce.number().int().min(1).max(100).default(6),
    /** Records of one kind only. */
    resource: z.string().max(40).optional(),
    /** `own`: only those created by the caller. */
    of: z.enum(['all', 'own']).default('all'),
  }),
  reply: z.object({
    /** Unfinished records created by the caller; stock-takes that are not posted. */
    drafts: z.number().int(),
    counts: z.number().int(),
    /** Total of the query, and totals by kind regardless of the query. */
    total: z.number().int(),
    kinds: z.array(z.object({ resource: z.string(), count: z.number().int() })),
    list: z.array(
      z.object({
        resource: z.string(),
        id: z.string(),
        /** Drafts have no number yet. */
        no: z.string().nullable(),
        status: z.string(),
        /** Business day. */
        day: z.string(),
        /** Whether the caller created it. */
        own: z.boolean(),
        /** The store, customer, enterprise or code concerned. */
        about: z.string().nullable(),
      }),
    ),
  }),
});
