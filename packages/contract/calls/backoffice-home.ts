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
  summary: 'Counts, warnings and the newest work of the back office, of what the caller may see.',
  method: 'GET',
  path: '/v1/backoffice/home',
  // Each part of it also needs the right to what it shows.
  access: { right: rights.home },
  reply: z.object({
    /** When it was counted; counts are kept for half a minute. */
    as_of: z.number(),
    counts: z.array(
      z.object({
        resource: z.string(),
        total: z.number().int(),
        /** Rows by the value of `field`, largest first; null where the resource has no such field. */
        by: z
          .object({
            field: z.string(),
            parts: z.array(
              z.object({ value: z.union([z.string(), z.number()]).nullable(), count: z.number().int() }),
            ),
          })
          .nullable(),
      }),
    ),
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
        /** Null where the row is gone. */
        title: z.string().nullable(),
        /** Rows in one go: an import, or many changed at once. */
        count: z.number().int(),
      }),
    ),
  }),
});

const amount = { pieces: z.number().int(), kg: z.string() };
/** Orders and what they are worth, with two decimals. */
const worth = z.object({ count: z.number().int(), amount: z.string() });

export const backofficeBusiness = route({
  name: 'backofficeBusiness',
  summary: 'How the business does: intake this month against the month before, and open orders by value.',
  method: 'GET',
  path: '/v1/backoffice/business',
  // Each part of it also needs the right to what it shows.
  access: { right: rights.home },
  reply: z.object({
    /** Posted receipts from the first of the month to today; null for those who may not see receipts. */
    intake: z
      .object({
        /** yyyy-MM */
        month: z.string(),
        ...amount,
        /** The same days of the month before. */
        before: z.object(amount),
        /** Mass of each of the last thirty days in kg, the oldest first. */
        days: z.array(z.number()),
      })
      .nullable(),
    /** Orders that are neither cancelled nor wholly shipped; null for those who may not see orders. */
    orders: z
      .object({
        open: worth,
        /** What of their value is shipped. */
        shipped: z.string(),
        /** Their day of delivery has passed. */
        overdue: worth,
      })
      .nullable(),
  }),
});
