import { z } from 'zod';
import { page } from '../envelope.ts';
import { route } from '../route.ts';
import { thing } from './things.ts';
import { user } from './users.ts';

/** Roles that see the development buttons of the navbar (section 6 of the specification, interpretation A47). */
export const developerRoles = [0, 1, 2] as const;

const rows = (limit: number) => ({
  skip: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(limit).default(limit),
});

export const developerThings = route({
  name: 'developerThings',
  summary: 'Devices of the signed-in account for a backup or an export, without secrets; audited.',
  method: 'GET',
  path: '/v1/things/tenants/:tenantId/developer/things',
  access: developerRoles,
  query: z.object({ kind: z.enum(['backup', 'export']), ...rows(9999) }),
  reply: page(thing),
});

export const developerUsers = route({
  name: 'developerUsers',
  summary: 'Sub-users of the signed-in account for an export, personal data masked; audited.',
  method: 'GET',
  path: '/v1/admin/tenant/tenants/:tenantId/developer/users',
  access: developerRoles,
  query: z.object(rows(99_999)),
  reply: page(user),
});
