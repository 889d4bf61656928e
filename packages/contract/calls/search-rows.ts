import { z } from 'zod';
import { route } from '../route.ts';

/** Rows of each entity that one answer holds. */
export const MOST_OF_EACH = 5;

export const searchRows = route({
  name: 'backoffice.search',
  summary: 'Rows of the back office that fit a search, the best of each entity that the caller may see.',
  method: 'GET',
  path: '/v1/backoffice/search',
  // An account that may see no resource finds nothing.
  access: 'session',
  query: z.object({
    /** Looked for where the search of each list looks, in any case; a battery code as it was typed or scanned. */
    search: z.string().trim().min(2).max(100),
    limit: z.coerce.number().int().min(1).max(MOST_OF_EACH).default(MOST_OF_EACH),
  }),
  /** Entities with rows, in the order of the menu. */
  reply: z.array(
    z.object({
      resource: z.string(),
      rows: z.array(
        z.object({
          id: z.string(),
          title: z.string(),
          /** Says more of it where titles are alike. */
          hint: z.string().nullable(),
          /** Its title is what was looked for. */
          exact: z.boolean(),
        }),
      ),
    }),
  ),
});
