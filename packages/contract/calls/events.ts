import { z } from 'zod';
import { epochMs, page, paging } from '../envelope.ts';
import { route } from '../route.ts';

export const eventLevels = { notice: 1, warning: 2, fault: 3 } as const;

export const thingEvent = z.object({
  id: z.string(),
  devid: z.string(),
  devname: z.string(),
  info_model_id: z.string(),
  event_name: z.object({ en: z.string(), zh: z.string() }),
  code: z.string(),
  level: z.number().int(),
  source: z.string(),
  value: z.number().nullable(),
  threshold: z.number().nullable(),
  begin_time: z.number(),
  end_time: z.number().nullable(),
  /** 1 active, 2 cleared. */
  state: z.number().int(),
  ack: z.number().int(),
  ack_user: z.string().nullable(),
  ack_time: z.number().nullable(),
  remark: z.string().nullable(),
});
export type ThingEvent = z.infer<typeof thingEvent>;

export const listEvents = route({
  name: 'listEvents',
  summary: 'Events of the caller’s things, newest first.',
  method: 'GET',
  path: '/v1/data-mgmt/tenants/:tenantId/events',
  access: [0, 1, 2, 3, 4, 5],
  params: z.object({ tenantId: z.string().max(64) }),
  query: z.object({
    ...paging,
    devid: z.string().max(64).optional(),
    state: z.coerce.number().int().min(1).max(2).optional(),
    level: z.coerce.number().int().min(1).max(3).optional(),
    /** Events that were active at some moment from `begin_time` (included) to `end_time` (excluded). */
    begin_time: epochMs.optional(),
    end_time: epochMs.optional(),
  }),
  reply: page(thingEvent),
});

export const acknowledgeEvent = route({
  name: 'acknowledgeEvent',
  summary:
    'Note that somebody has seen an event, with a remark. The first who does is kept; a later remark replaces an earlier one.',
  method: 'POST',
  path: '/v1/data-mgmt/tenants/:tenantId/events/:id/ack',
  access: [0, 1, 2, 3, 4],
  params: z.object({ tenantId: z.string().max(64), id: z.string().max(64) }),
  body: z.object({ remark: z.string().trim().max(500).optional() }).default({}),
  reply: thingEvent,
});
