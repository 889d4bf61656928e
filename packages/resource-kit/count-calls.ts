import { route } from '@voltloop/contract/route.ts';
import { z } from 'zod';
import type { DocumentKind } from './document.ts';
import { rightOf } from './rights.ts';

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
