import { z } from 'zod';
import { route } from '../route.ts';

/** Maximum rows of each resource per reply. */
export const MAX_OF_EACH = 5;

export const searchRows = route({
  name: 'backoffice.search',
  summary:
    'Rows of the back office that match a search, the best ones of each resource that the caller may see.',
  method: 'GET',
  path: '/v1/backoffice/search',
  // The search returns nothing for an account without rights to resources.
  access: 'session',
  query: z.object({
    /** Searched in the same fields as in each list, ignoring case; a battery code may be typed or scanned. */
    search: z.string().trim().min(2).max(100),
    limit: z.coerce.number().int().min(1).max(MAX_OF_EACH).default(MAX_OF_EACH),
  }),
  /** Resources with rows, in menu order. */
  reply: z.array(
    z.object({
      resource: z.string(),
      rows: z.array(
        z.object({
          id: z.string(),
          title: z.string(),
          /** Distinguishes rows with similar titles. */
          hint: z.string().nullable(),
          /** Exact match of the title. */
          exact: z.boolean(),
        }),
      ),
    }),
  ),
});
