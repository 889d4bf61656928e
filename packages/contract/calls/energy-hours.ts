import { z } from 'zod';
import { route } from '../route.ts';

const readers = [0, 1, 2, 3, 4, 5] as const;
export const energyKinds = ['pv', 'load', 'import', 'export', 'charge', 'discharge'] as const;
export type EnergyKind = (typeof energyKinds)[number];

export const energyHoursQuery = z.object({
  year: z.coerce.number().int().min(2000).max(2100),
  energy: z.enum(energyKinds),
});

/** One energy of a year, hour by hour of a zone. */
export const energyHours = z.object({
  year: z.number().int(),
  energy: z.enum(energyKinds),
  zone: z.string(),
  /** The days of the year that have begun. */
  days: z.array(
    z.object({
      /** yyyy-MM-dd */
      day: z.string(),
      /** kWh of the hours 0 to 23 by the clock; null where nothing was reported. An hour that comes twice is the sum of both. */
      kwh: z.array(z.number().nullable()).length(24),
      /** Hours that the clock passes over. */
      skipped: z.array(z.number().int()).optional(),
      /** Hours that come twice. */
      twice: z.array(z.number().int()).optional(),
      /** Hours that hold what passed during a gap before. */
      gaps: z.array(z.number().int()).optional(),
    }),
  ),
});
export type EnergyHours = z.infer<typeof energyHours>;

export const thingEnergyHours = route({
  name: 'thingEnergyHours',
  summary: 'One energy of a thing through a year, by the hours of its zone; as far back as the caller sees.',
  method: 'GET',
  path: '/v1/data-mgmt/tenants/:tenantId/things/:thingsId/energy-hours',
  access: readers,
  params: z.object({ tenantId: z.string().max(64), thingsId: z.string().max(64) }),
  query: energyHoursQuery,
  reply: energyHours,
});
