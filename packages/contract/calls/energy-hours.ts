import { z } from 'zod';
import { route } from '../route.ts';

const readers = [0, 1, 2, 3, 4, 5] as const;
export const energyKinds = ['pv', 'load', 'import', 'export', 'charge', 'discharge'] as const;
export type EnergyKind = (typeof energyKinds)[number];

export const energyHoursQuery = z.object({
  year: z.coerce.number().int().min(2000).max(2100),
  energy: z.enum(energyKinds),
});

/** One energy of a year, by hour in a zone. */
export const energyHours = z.object({
  year: z.number().int(),
  energy: z.enum(energyKinds),
  zone: z.string(),
  /** The days of the year that have begun. */
  days: z.array(
    z.object({
      /** yyyy-MM-dd */
      day: z.string(),
      /** kWh of the hours 0 to 23 by the clock; null if nothing was reported. A repeated hour is the sum of both. */
      kwh: z.array(z.number().nullable()).length(24),
      /** Hours skipped by the clock. */
      skipped: z.array(z.number().int()).optional(),
      /** Hours repeated by the clock. */
      twice: z.array(z.number().int()).optional(),
      /** Hours that include the energy of a preceding gap. */
      gaps: z.array(z.number().int()).optional(),
    }),
  ),
});
export type EnergyHours = z.infer<typeof energyHours>;

export const thingEnergyHours = route({
  name: 'thingEnergyHours',
  summary: 'One energy of a thing in a year, by hour in its zone; as far back as the caller may see.',
  method: 'GET',
  path: '/v1/data-mgmt/tenants/:tenantId/things/:thingsId/energy-hours',
  access: readers,
  query: energyHoursQuery,
  reply: energyHours,
});
