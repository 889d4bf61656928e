import { z } from 'zod';
import { route } from '../route.ts';

/** A month of the calendar, yyyy-MM. */
export const reportMonth = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/);

const reportQuery = z.object({
  month: reportMonth,
  language: z.enum(['en', 'zh']).default('en'),
});

export const siteReport = route({
  name: 'siteReport',
  summary:
    'Monthly report of a site as a PDF: energy with comparisons, costs, availability of data and events, in the calendar of its zone. The current month is reported to date.',
  method: 'GET',
  path: '/v1/sites/tenants/:tenantId/sites/:id/report',
  access: [0, 1, 2, 3, 4, 5],
  query: reportQuery,
});

export const fleetReport = route({
  name: 'fleetReport',
  summary:
    'Monthly report of all sites of an account as a PDF: sums of energy, sites that need attention, and each site with its figures in the calendar of its zone.',
  method: 'GET',
  path: '/v1/sites/tenants/:tenantId/report',
  access: [0, 1, 2, 3, 4, 5],
  /** `account`: id or user name of an account at or below the caller; the caller by default. */
  query: reportQuery.extend({ account: z.string().max(64).optional() }),
});

export const reportSchedule = z.object({
  id: z.string(),
  /** Null: all sites of the account. */
  site: z.object({ id: z.string(), name: z.string() }).nullable(),
  language: z.enum(['en', 'zh']),
  /** Its newest e-mail: the month, and `waiting`, `sent`, `dead` (given up) or `dropped` (no recipient any more). */
  last: z
    .object({
      month: reportMonth,
      state: z.enum(['waiting', 'sent', 'dead', 'dropped']),
      /** Epoch ms. */
      done_at: z.number().nullable(),
    })
    .nullable(),
});
export type ReportSchedule = z.infer<typeof reportSchedule>;

export const listReportSchedules = route({
  name: 'listReportSchedules',
  summary: 'Monthly reports that the caller receives by e-mail.',
  method: 'GET',
  path: '/v1/reports/schedules',
  access: [0, 1, 2, 3, 4, 5],
  reply: z.object({
    /** The recipient's address, masked; null if the account has none. */
    email: z.string().nullable(),
    list: z.array(reportSchedule),
  }),
});

export const saveReportSchedule = route({
  name: 'saveReportSchedule',
  apiToken: false,
  summary:
    'Subscribe to the monthly report of a site, or of all sites, by e-mail. Subscribing again changes the language.',
  method: 'POST',
  path: '/v1/reports/schedules',
  access: [0, 1, 2, 3, 4, 5],
  body: z.object({ site: z.uuid().nullable().default(null), language: z.enum(['en', 'zh']) }),
  reply: reportSchedule,
});

export const deleteReportSchedule = route({
  name: 'deleteReportSchedule',
  summary: 'Unsubscribe from a report.',
  method: 'DELETE',
  path: '/v1/reports/schedules/:id',
  access: [0, 1, 2, 3, 4, 5],
  reply: z.null(),
});

export const unsubscribeReports = route({
  name: 'unsubscribeReports',
  summary: 'Unsubscribe from a report by the code of a link in its e-mails. Idempotent.',
  method: 'POST',
  path: '/v1/reports/unsubscribe',
  access: 'public',
  body: z.object({ code: z.string().min(1).max(64) }),
  reply: z.null(),
});
