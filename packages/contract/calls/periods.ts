import { z } from 'zod';
import { rights } from '../rights.ts';
import { route } from '../route.ts';
import { shownText } from '../shown-text.ts';

/** A month of the calendar, yyyy-MM. */
const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/);

/** A month of the stock ledger: once it is closed nothing can be posted into it. */
export const period = z.object({
  month,
  /** The month is over and can be closed. */
  over: z.boolean(),
  /** Epoch ms; null while it is open. */
  closedAt: z.number().nullable(),
  closedBy: z.string().nullable(),
  /** Posted documents, including those voided since. */
  posted: z.number().int(),
  /** Documents that prevent closing. */
  open: z.number().int(),
});
export type Period = z.infer<typeof period>;

export const findPeriods = route({
  name: 'period.findAll',
  summary: 'All months since the first document, latest first, and whether they are closed.',
  method: 'GET',
  path: '/period/findAll',
  access: { right: rights.periods.see },
  reply: z.array(period),
});

export const openDocument = z.object({
  id: z.uuid(),
  /** Name of its resource: `receipt`, `issue`, … */
  kind: z.string(),
  /** Null for a draft that was never submitted. */
  no: z.string().nullable(),
  day: z.string(),
  status: z.string(),
  createdBy: z.string().nullable(),
});
export type OpenDocument = z.infer<typeof openDocument>;

export const findOpenDocuments = route({
  name: 'period.findOpen',
  summary: 'Documents of a month that are not posted, cancelled or voided, and so prevent closing it.',
  method: 'GET',
  path: '/period/findOpen',
  access: { right: rights.periods.see },
  query: z.object({ month }),
  reply: z.array(openDocument),
});

export const openTransit = z.object({
  /** Of the transfer. */
  id: z.uuid(),
  kind: z.string(),
  no: z.string().nullable(),
  day: z.string(),
  /** Name of the destination store. */
  store: z.string().nullable(),
  /** Goods that have not arrived yet. */
  pieces: z.number().int(),
  kg: z.string(),
});
export type OpenTransit = z.infer<typeof openTransit>;

export const findOpenTransits = route({
  name: 'period.findTransits',
  summary:
    'Transfers up to the end of a month whose goods have not all arrived. They do not prevent closing it: arrivals are posted on a later day.',
  method: 'GET',
  path: '/period/findTransits',
  access: { right: rights.periods.see },
  query: z.object({ month }),
  reply: z.array(openTransit),
});

export const closePeriod = route({
  name: 'period.close',
  summary: 'Close a month that is over; refused while documents of it are open.',
  method: 'POST',
  path: '/period/close',
  access: { right: rights.periods.close },
  body: z.object({ month }),
  reply: period,
});

export const reopenPeriod = route({
  name: 'period.reopen',
  summary: 'Reopen a closed month, with a reason for the audit trail.',
  method: 'POST',
  path: '/period/reopen',
  access: { right: rights.periods.reopen },
  body: z.object({ month, reason: shownText().trim().min(1).max(500) }),
  reply: period,
});
