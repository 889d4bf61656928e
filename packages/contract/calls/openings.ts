import { z } from 'zod';
import { rights } from '../rights.ts';
import { route } from '../route.ts';

export const takeOverStock = route({
  name: 'opening.takeOver',
  summary:
    'Add a line to an open opening document for each battery of its store that was never moved, up to the maximum of lines ' +
    'of a document. Parts of other batteries follow those.',
  method: 'POST',
  path: '/opening/takeOver',
  access: { right: rights.openings },
  body: z.object({ id: z.uuid() }),
  reply: z.object({
    added: z.number().int(),
    /** Batteries of the store that need another document. */
    left: z.number().int(),
  }),
});
