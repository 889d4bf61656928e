import { z } from 'zod';
import { type ReplyOf, route } from '../route.ts';

/** Rights to view invoices and collections (resource-kit/rights.ts). */
const rights = { invoices: 1300, collections: 5800 } as const;
/** A decimal as text; amounts are in yuan, tax included. */
const decimal = z.string();

const invoices = {
  /** On issued invoices, less credits. */
  invoiced: decimal,
  /** On drafts. */
  drafts: decimal,
  /** The rest to invoice, without drafts; negative if goods were returned after invoicing. */
  open: decimal,
};

export const customerAmounts = route({
  name: 'client.amounts',
  summary: 'Orders, deliveries and invoices of a customer in total; the newest 100 orders individually.',
  method: 'GET',
  path: '/client/amounts',
  access: { right: rights.invoices },
  query: z.object({ id: z.uuid() }),
  reply: z.object({
    currency: z.literal('CNY'),
    /** Of orders that are not cancelled. */
    ordered: decimal,
    /** With and without orders, less returns. */
    shipped: decimal,
    ...invoices,
    /** Number of orders; the list has the newest. */
    orders: z.number().int(),
    list: z.array(
      z.object({
        id: z.string(),
        no: z.string(),
        /** Epoch ms. */
        time: z.number(),
        state: z.string(),
        status: z.number().int(),
        ordered: decimal.nullable(),
        shipped: decimal,
        /** Including drafts. */
        invoiced: decimal,
        open: decimal,
      }),
    ),
  }),
});
export type CustomerAmounts = ReplyOf<typeof customerAmounts>;

export const sellerAmounts = route({
  name: 'collection.amounts',
  summary:
    'Goods bought from an enterprise or a customer: quoted, received, settled and invoiced; the newest 100 collections individually.',
  method: 'GET',
  path: '/collection/amounts',
  access: { right: rights.collections },
  query: z
    .object({ enterpriseId: z.uuid().optional(), clientId: z.uuid().optional() })
    .refine(({ enterpriseId, clientId }) => (enterpriseId === undefined) !== (clientId === undefined)),
  reply: z.object({
    currency: z.literal('CNY'),
    /** Of collections that are neither declined nor cancelled. */
    quoted: decimal,
    /** By posted receipts, kg. */
    receivedKg: decimal,
    settledKg: decimal,
    settled: decimal,
    ...invoices,
    collections: z.number().int(),
    list: z.array(
      z.object({
        id: z.string(),
        no: z.string(),
        time: z.number(),
        status: z.string(),
        quoted: decimal.nullable(),
        receivedKg: decimal,
        settledKg: decimal,
        settled: decimal.nullable(),
        /** Including drafts. */
        invoiced: decimal,
        open: decimal,
      }),
    ),
  }),
});
export type SellerAmounts = ReplyOf<typeof sellerAmounts>;
