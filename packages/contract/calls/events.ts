import { z } from 'zod';
import { commaList, epochMs, page, paging } from '../envelope.ts';
import { eventsList } from '../lists/events.list.ts';
import { fileQuery, sortQuery } from '../lists/list-queries.ts';
import { route } from '../route.ts';
import { shownText } from '../shown-text.ts';

/** Maximum events acknowledged by one call. */
export const MAX_ACKNOWLEDGED = 1000;

export const thingEvent = z.object({
  id: z.string(),
  devid: z.string(),
  devname: z.string(),
  /** Time zone of the thing, in which its times are shown. */
  time_zone: z.string(),
  info_model_id: z.string(),
  event_name: z.object({ en: z.string(), zh: z.string() }),
  /** From the fault catalogue (`M_PROT1.3`) or a rule (`M_SOC.below`), with the pack for packs (`P_PROT.3@2`). */
  code: z.string(),
  level: z.number().int(),
  source: z.string(),
  /** The rule that raised it, if any. */
  rule_id: z.string().nullable(),
  value: z.number().nullable(),
  threshold: z.number().nullable(),
  /** How often it began again within a minute of its end: a flapping fault is one event. */
  reopened: z.number().int(),
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

const roles = [0, 1, 2, 3, 4, 5] as const;

const levelList = commaList.pipe(z.array(z.coerce.number<string>().int().min(1).max(3)).max(3));

/** A filter of events: all given conditions must match. */
export const eventFilter = {
  /** Part of a device's id or name, or of an event's name or code. */
  search: z.string().trim().max(100).optional(),
  devid: z.string().max(64).optional(),
  /** Things bound at or below this account. */
  account_id: z.string().max(64).optional(),
  /** A visible site: events of its devices while they belonged to it. */
  site_id: z.string().max(64).optional(),
  state: z.coerce.number().int().min(1).max(2).optional(),
  /** One or several: `3` or `2,3`. */
  level: levelList.optional(),
  ack: z.coerce.number().int().min(0).max(1).optional(),
  /** A code; without a pack it matches that code of every pack. */
  code: z.string().max(80).optional(),
  source: z.string().max(32).optional(),
  rule_id: z.string().max(64).optional(),
  /** Events that were active at any time from `begin_time` (included) to `end_time` (excluded). */
  begin_time: epochMs.optional(),
  end_time: epochMs.optional(),
};

export const listEvents = route({
  name: 'listEvents',
  summary: 'Events of the caller’s things, newest first.',
  method: 'GET',
  path: '/v1/data-mgmt/tenants/:tenantId/events',
  access: roles,
  query: z.object({
    ...paging,
    ...eventFilter,
    ...sortQuery(eventsList),
  }),
  reply: page(thingEvent),
});

export const countEvents = route({
  name: 'countEvents',
  summary: 'Counts of events of the caller’s things by level; the same filter as the list.',
  method: 'GET',
  path: '/v1/data-mgmt/tenants/:tenantId/events/count',
  access: roles,
  query: z.object(eventFilter),
  reply: z.object({
    total: z.number().int(),
    notice: z.number().int(),
    warning: z.number().int(),
    fault: z.number().int(),
  }),
});

export const exportEvents = route({
  name: 'exportEvents',
  summary: 'The events of a filter as a spreadsheet, newest first.',
  method: 'GET',
  path: '/v1/data-mgmt/tenants/:tenantId/events/export',
  access: roles,
  query: z.object({
    ...eventFilter,
    ...fileQuery(eventsList),
  }),
});

export const getEvent = route({
  name: 'getEvent',
  summary: 'One event of the caller’s things.',
  method: 'GET',
  path: '/v1/data-mgmt/tenants/:tenantId/events/:id',
  access: roles,
  reply: thingEvent,
});

const remark = shownText().trim().max(500).optional();

export const acknowledgeEvent = route({
  name: 'acknowledgeEvent',
  summary:
    'Acknowledge an event, with a remark. The first acknowledgement is kept; a later remark replaces an earlier one.',
  method: 'POST',
  path: '/v1/data-mgmt/tenants/:tenantId/events/:id/ack',
  access: [0, 1, 2, 3, 4],
  body: z.object({ remark }).default({}),
  reply: thingEvent,
});

export const acknowledgeEvents = route({
  name: 'acknowledgeEvents',
  summary: 'Acknowledge several events, all or none, with a common remark.',
  method: 'POST',
  path: '/v1/data-mgmt/tenants/:tenantId/events/ack',
  access: [0, 1, 2, 3, 4],
  body: z.object({ ids: z.array(z.string().max(64)).min(1).max(MAX_ACKNOWLEDGED), remark }),
  reply: z.object({ acknowledged: z.number().int() }),
});
