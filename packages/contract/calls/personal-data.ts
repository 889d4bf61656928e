import { z } from 'zod';
import { route } from '../route.ts';

/** Rights of persons concerning their data: a copy of it, and its erasure (docs/decisions/0084). */

/** Why rows that mention an erased account are kept. */
export const keptReasons = ['audit', 'ledger', 'device', 'shared', 'files'] as const;
export type KeptReason = (typeof keptReasons)[number];

export const erasure = z.object({
  /** The new name of the account. */
  name: z.string(),
  /** Rows deleted or emptied, by kind. */
  erased: z.array(z.object({ what: z.string(), rows: z.number().int() })),
  /** Rows kept without the person's identity. */
  kept: z.array(z.object({ why: z.enum(keptReasons), rows: z.number().int() })),
});
export type Erasure = z.infer<typeof erasure>;

export const exportOwnData = route({
  name: 'exportOwnData',
  apiToken: false,
  summary: 'All personal data of the own account as a zip of JSON files, pictures and uploads.',
  method: 'GET',
  path: '/v1/admin/tenant/users/self/personal-data',
  access: 'session',
});

export const exportPersonalData = route({
  name: 'exportPersonalData',
  apiToken: false,
  summary: 'The same for an account below the caller; for the main account, of any account.',
  method: 'GET',
  path: '/v1/admin/tenant/tenants/:tenantId/users/:id/personal-data',
  access: [0, 1, 2, 3, 4],
});

export const erasePersonalData = route({
  name: 'erasePersonalData',
  apiToken: false,
  summary:
    'Permanently erase the personal data of an account below the caller, and the account with it. Needs the password of the caller and the user name of the account.',
  method: 'POST',
  path: '/v1/admin/tenant/tenants/:tenantId/users/:id/erase',
  access: [0, 1, 2, 3, 4],
  body: z.object({ password: z.string().min(1).max(200), user_name: z.string().max(64) }),
  reply: erasure,
});
