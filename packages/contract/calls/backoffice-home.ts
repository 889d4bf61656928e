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
  summary: 'Warnings and the newest work of the back office, of what the caller may see.',
  method: 'GET',
  path: '/v1/backoffice/home',
  // Each part of it also needs the right to what it shows.
  access: { right: rights.home },
  reply: z.object({
    /** When it was counted; warnings are kept for half a minute. */
    as_of: z.number(),
    /** Of each warning: how many rows it finds, the filter that finds them, and the first of them. */
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
        /** Null where the row was deleted. */
        title: z.string().nullable(),
        /** Rows in one go: an import, or many changed at once. */
        count: z.number().int(),
      }),
    ),
  }),
});

export const homePeriods = ['month', 'quarter', 'year'] as const;
export type HomePeriod = (typeof homePeriods)[number];
export const homeStages = ['received', 'tested', 'graded', 'produced', 'sold', 'recycled'] as const;

/** Both days count. */
const span = z.object({ from: z.string(), to: z.string() });
/** Batteries and goods by mass: pieces, booked mass, rated energy. */
const amount = z.object({ pieces: z.number().int(), kg: z.string(), kwh: z.string() });
/** Orders, deliveries or invoices, and what they are worth, with two decimals. */
const worth = z.object({ count: z.number().int(), amount: z.string() });
const compared = worth.extend({ before: z.string(), yearBefore: z.string() });

export const backofficeBusiness = route({
  name: 'backofficeBusiness',
  summary:
    'How the business does from the beginning of this month, quarter or year to today, beside the same days before and a year before: intake, stages, orders.',
  method: 'GET',
  path: '/v1/backoffice/business',
  // Each part of it also needs the right to what it shows.
  access: { right: rights.home },
  query: z.object({ period: z.enum(homePeriods).default('month') }),
  reply: z.object({
    ...span.shape,
    /** The same days of the month, quarter or year before, and of the year before. */
    before: span,
    yearBefore: span,
    /** What receipts brought from outside; null for those who may not see receipts. */
    intake: z
      .object({
        now: amount,
        before: amount,
        yearBefore: amount,
        /** Mass of the last thirteen months, the oldest first. */
        months: z.array(z.object({ month: z.string(), kg: z.string() })),
      })
      .nullable(),
    /** Pieces that came to each stage, of those that the caller may see; `here` are at that stage now. */
    stages: z.array(
      z.object({
        stage: z.enum(homeStages),
        pieces: z.number().int(),
        before: z.number().int(),
        here: z.number().int(),
      }),
    ),
    /** Null for those who may not see orders. */
    orders: z
      .object({
        ordered: compared,
        /** Less what came back. */
        delivered: z.object({ amount: z.string(), before: z.string(), yearBefore: z.string() }),
        /** Past their day of delivery now, and what of their value is not delivered. */
        overdue: worth,
        /** Null for those who may not see invoices. */
        invoiced: compared.nullable(),
      })
      .nullable(),
  }),
});

export const backofficeWork = route({
  name: 'backofficeWork',
  summary:
    'Records that the caller may take a step on, its own first, then the oldest, page by page; how many of each kind; open counts.',
  method: 'GET',
  path: '/v1/backoffice/work',
  access: { right: rights.home },
  query: z.object({
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    size: z.coerce.number().int().min(1).max(100).default(6),
    /** Records of one kind only. */
    resource: z.string().max(40).optional(),
    /** `own`: only what the caller has made. */
    of: z.enum(['all', 'own']).default('all'),
  }),
  reply: z.object({
    /** Records that the caller made and has not finished; stock-takes that are not posted. */
    drafts: z.number().int(),
    counts: z.number().int(),
    /** All that fit the query, and all of each kind whatever it says. */
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
        /** Whether the caller made it. */
        own: z.boolean(),
        /** Store, customer, enterprise or code that it is about. */
        about: z.string().nullable(),
      }),
    ),
  }),
});
