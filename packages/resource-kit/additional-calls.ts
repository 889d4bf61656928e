import { route } from '@voltloop/contract/route.ts';
import { z } from 'zod';
import type { DocumentKind } from './document.ts';
import { rightOf } from './rights.ts';

/** Whether documents of a kind deliver goods to customers. */
export const isSale = ({ presets }: Pick<DocumentKind, 'presets'>): boolean =>
  Object.values(presets).some(({ trades }) => trades === 'sale');

/** Calls of a delivering kind, in addition to those of a document. */
export function saleCalls({ resource: { name, path, many, menu } }: DocumentKind) {
  return {
    ordered: route({
      name: `${name}.ordered`,
      summary: `Delivery of an order by the lines of a draft: delivered, still open, and lines that are not on the order (${many.en}).`,
      method: 'GET',
      path: `${path}/ordered`,
      access: { right: rightOf({ menu }) },
      query: z.object({ id: z.uuid() }),
      reply: z.object({
        /** Lines of the order; empty without an order. */
        lines: z.array(
          z.object({
            place: z.number().int(),
            productType: z.number().int().nullable(),
            material: z.string().nullable(),
            category: z.string().nullable(),
            cascadeType: z.number().int().nullable(),
            unit: z.string(),
            quantity: z.string(),
            /** By other documents. */
            shipped: z.string(),
            /** By the lines of this one. */
            here: z.string(),
            missing: z.string(),
          }),
        ),
        /** Lines of the draft that are not on the order, or no longer open there. */
        surplus: z.array(z.object({ clientKey: z.string(), key: z.string(), message: z.string() })),
      }),
    }),
  };
}

/** Whether documents of a kind are stock-takes. */
export const isCount = ({ presets }: Pick<DocumentKind, 'presets'>): boolean =>
  Object.values(presets).some(({ does }) => does === 'count');

/** Calls of a stock-take kind, in addition to those of a document. */
export function countCalls({ resource: { name, path, many, menu } }: DocumentKind) {
  return {
    differences: route({
      name: `${name}.differences`,
      summary: `Results of a count, compared with the ledger at its start (${many.en}).`,
      method: 'GET',
      path: `${path}/differences`,
      access: { right: rightOf({ menu }) },
      query: z.object({
        id: z.uuid(),
        /** Maximum goods listed in a reply; the others are only counted. */
        limit: z.coerce.number().int().min(1).max(1000).default(200),
      }),
      reply: z.object({
        /**
         * Goods, pieces and mass in kg by finding; of differences, what posting moves. Goods without a line are
         * `uncounted` until submission, then `missing`.
         */
        sums: z.array(
          z.object({
            finding: z.string(),
            goods: z.number().int(),
            pieces: z.number().int(),
            kg: z.string(),
          }),
        ),
        /** The goods with a finding other than "as booked". */
        list: z.array(
          z.object({
            finding: z.string(),
            /** The line that counted it; null if not counted. */
            clientKey: z.string().nullable(),
            code: z.string().nullable(),
            lotNo: z.string().nullable(),
            /** The booked position: the name of the store, and the location. */
            bookedStore: z.string().nullable(),
            bookedLocation: z.string().nullable(),
            /** The booked mass there. */
            bookedKg: z.string().nullable(),
            /** Where it was counted. */
            location: z.string().nullable(),
            /** Difference in mass. */
            kg: z.string().nullable(),
          }),
        ),
        /** Locations of the store, so that a scanned location can be recognised. */
        locations: z.array(z.string()),
      }),
    }),
  };
}

/** Whether documents of a kind are transfers in transit. */
export const isTransfer = ({ presets }: Pick<DocumentKind, 'presets'>): boolean =>
  Object.values(presets).some(({ to }) => to.at === 'transit');

/** Calls of a transfer kind, in addition to those of a document. */
export function transitCalls({ resource: { name, path, many, menu } }: DocumentKind) {
  return {
    inTransit: route({
      name: `${name}.inTransit`,
      summary: `Goods of a document that are still in transit, as lines of its arrival (${many.en}).`,
      method: 'GET',
      path: `${path}/inTransit`,
      access: { right: rightOf({ menu }) },
      query: z.object({ id: z.uuid() }),
      reply: z.array(
        z.object({
          clientKey: z.string(),
          code: z.string().nullable(),
          lotNo: z.string().nullable(),
          material: z.string().nullable(),
          chemistry: z.string().nullable(),
          basis: z.string().nullable(),
          kg: z.string(),
        }),
      ),
    }),
  };
}
