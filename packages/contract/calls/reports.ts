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
    'Monthly report of a site as a PDF: energy with comparisons, costs, availability of data and events, by the calendar of its zone. A running month is reported to date.',
  method: 'GET',
  path: '/v1/sites/tenants/:tenantId/sites/:id/report',
  access: [0, 1, 2, 3, 4, 5],
  params: z.object({ tenantId: z.string().max(64), id: z.string().max(64) }),
  query: reportQuery,
});

export const fleetReport = route({
  name: 'fleetReport',
  summary:
    'Monthly report of all sites of an account as a PDF: sums of energy, sites that need attention, and every site with its figures, each by the calendar of its zone.',
  method: 'GET',
  path: '/v1/sites/tenants/:tenantId/report',
  access: [0, 1, 2, 3, 4, 5],
  params: z.object({ tenantId: z.string().max(64) }),
  /** `account`: id or user name of an account at or below the caller; without it, the caller. */
  query: reportQuery.extend({ account: z.string().max(64).optional() }),
});
