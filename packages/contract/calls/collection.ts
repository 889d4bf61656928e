import { z } from 'zod';
import { type ReplyOf, route } from '../route.ts';

/** Rights to view collections, and to create drafts of invoices (resource-kit/rights.ts). */
const rights = { see: 5800, insertInvoice: 1301 } as const;
/** A decimal as text. */
const decimal = z.string();

export const collectionProgress = route({
  name: 'collection.progress',
  summary:
    'Quoted, received, rejected and settled quantities of each line of a collection, and its invoiced amount.',
  method: 'GET',
  path: '/collection/progress',
  access: { right: rights.see },
  query: z.object({ id: z.uuid() }),
  reply: z.object({
    /** One entry per line; goods received but not quoted follow, by material and chemistry. */
    goods: z.array(
      z.object({
        /** Line of the quotation, from 1; null: not quoted. */
        place: z.number().int().nullable(),
        material: z.string(),
        chemistry: z.string().nullable(),
        spec: z.string().nullable(),
        quotedPieces: z.number().int(),
        quotedKg: decimal,
        /** By posted receipts that are not voided. */
        receivedPieces: z.number().int(),
        receivedKg: decimal,
        rejectedKg: decimal,
        settledKg: decimal,
        settledAmount: decimal,
      }),
    ),
    settledAmount: decimal,
    /** On invoices, including drafts, less credits. */
    invoicedAmount: decimal,
    openAmount: decimal,
  }),
});
export type CollectionProgress = ReplyOf<typeof collectionProgress>;

export const invoiceCollection = route({
  name: 'invoice.insertFromCollection',
  summary:
    'Create the draft of an invoice for the rest of a settled collection: a reverse invoice for a person, else an incoming one.',
  method: 'POST',
  path: '/invoice/insertFromCollection',
  access: { right: rights.insertInvoice },
  body: z.object({
    id: z.uuid(),
    invoiceType: z.union([z.literal(1), z.literal(2)]),
    taxRate: z.number().int().min(0).max(13),
  }),
  reply: z.object({ id: z.string(), no: z.string() }),
});
