import { z } from 'zod';
import { route } from '../route.ts';

/** Rights to view recycling sites and to delete them (resource-kit/rights.ts). */
const rights = { see: 2200, delete: 2203 } as const;

export const findAllRecycleSites = route({
  name: 'findAllRecycleSites',
  summary: 'All recycling sites at once, for dropdowns and maps.',
  method: 'GET',
  path: '/recycle/site/findAll',
  access: { right: rights.see },
  reply: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      code: z.string().nullable(),
      kind: z.number().nullable(),
      region: z.string().nullable(),
      address: z.string(),
      longitude: z.string().nullable(),
      latitude: z.string().nullable(),
      /** 1 enabled, 2 disabled. */
      status: z.number(),
    }),
  ),
});

export const deleteRecycleSite = route({
  name: 'deleteRecycleSite',
  summary: 'Delete a recycling site; refused while others refer to it.',
  method: 'DELETE',
  path: '/recycle/site/delete',
  access: { right: rights.delete },
  query: z.object({ id: z.uuid() }),
  reply: z.object({ deleted: z.array(z.string()) }),
});
