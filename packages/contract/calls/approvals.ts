import { z } from 'zod';
import { rights } from '../rights.ts';
import { route } from '../route.ts';

export const waitingDocument = z.object({
  id: z.uuid(),
  /** Name of its resource: `issue`, `scrap`, … */
  kind: z.string(),
  preset: z.string().nullable(),
  no: z.string().nullable(),
  day: z.string(),
  pieces: z.number().int(),
  kg: z.string(),
  store: z.string().nullable(),
  /** Customer or enterprise. */
  party: z.string().nullable(),
  submittedBy: z.string().nullable(),
  /** Epoch ms. */
  submittedAt: z.number(),
});
export type WaitingDocument = z.infer<typeof waitingDocument>;

export const findWaiting = route({
  name: 'approval.findWaiting',
  summary: 'Submitted documents that the caller may approve and did not submit, oldest first.',
  method: 'GET',
  path: '/approval/findWaiting',
  access: { right: rights.approvals },
  reply: z.object({
    /** The first 200. */
    list: z.array(waitingDocument),
    total: z.number().int(),
  }),
});
