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
