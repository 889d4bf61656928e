import { z } from 'zod';
import { rights } from '../rights.ts';
import { route } from '../route.ts';

export const takeOverStock = route({
  name: 'opening.takeOver',
  summary:
    'Add a line to an open opening document for each battery that names its store and has never moved; as many as a document ' +
    'may have lines. What lies inside another of these batteries comes with it.',
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
