import { route } from '@voltloop/contract/route.ts';
import { z } from 'zod';
import type { DocumentKind } from './document.ts';
import { rightOf } from './rights.ts';

/** Whether documents of a kind count what lies in a store. */
export const isCount = ({ presets }: Pick<DocumentKind, 'presets'>): boolean =>
  Object.values(presets).some(({ does }) => does === 'count');

/** Calls of a kind that counts, beside those that it has as a document. */
export function countCalls({ resource: { name, path, many, menu } }: DocumentKind) {
  return {
    differences: route({
      name: `${name}.differences`,
      summary: `What a count has found, compared with the ledger as it was when the count began (${many.en}).`,
      method: 'GET',
      path: `${path}/differences`,
      access: { right: rightOf({ menu }) },
      query: z.object({
        id: z.uuid(),
        /** Goods that an answer names; the others are counted. */
        limit: z.coerce.number().int().min(1).max(1000).default(200),
      }),
      reply: z.object({
        /** Pieces and mass in kg by finding. */
        sums: z.array(z.object({ finding: z.string(), goods: z.number().int(), kg: z.string() })),
        /** What is not as booked. */
        list: z.array(
          z.object({
            finding: z.string(),
            /** Of the line that counted it; null where nobody has. */
            clientKey: z.string().nullable(),
            code: z.string().nullable(),
            lotNo: z.string().nullable(),
            /** Where the ledger has it: the name of the store, and the location. */
            bookedStore: z.string().nullable(),
            bookedLocation: z.string().nullable(),
            /** Mass that is booked there. */
            bookedKg: z.string().nullable(),
            /** Where it was counted. */
            location: z.string().nullable(),
            /** Mass that differs. */
            kg: z.string().nullable(),
          }),
        ),
        /** Locations of the store, so that a scanned location is known. */
        locations: z.array(z.string()),
      }),
    }),
  };
}
