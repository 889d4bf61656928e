import { route } from '@voltloop/contract/route.ts';
import { z } from 'zod';
import type { DocumentKind } from './document.ts';
import { rightOf } from './rights.ts';

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
