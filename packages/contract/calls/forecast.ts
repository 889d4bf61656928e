import { z } from 'zod';
import { route } from '../route.ts';

const readers = [0, 1, 2, 3, 4, 5] as const;

/** kWh: the expected value, and the range that holds on about eight of ten days. */
const expected = z.object({ low: z.number(), mid: z.number(), high: z.number() });
export type ExpectedEnergy = z.infer<typeof expected>;

const ofKind = { pv: expected.nullable(), load: expected.nullable() };

export const energyForecast = z.object({
  zone: z.string(),
  /** Tomorrow, yyyy-MM-dd. */
  day: z.string(),
  /** Usable days of history; with fewer than `needed` there is no forecast. */
  days: z.number().int(),
  needed: z.number().int(),
  /** The hours from yesterday to the end of `day`: measured until now, expected from now on. */
  hours: z.array(
    z.object({
      key: z.number(),
      /** Measured value; null if there is none, and for hours that are not over. */
      pv_kwh: z.number().nullable(),
      load_kwh: z.number().nullable(),
      ...ofKind,
    }),
  ),
  /** For `day`. */
  total: z.object(ofKind),
});
export type EnergyForecast = z.infer<typeof energyForecast>;

export const thingForecast = route({
  name: 'thingForecast',
  summary:
    'Expected solar energy and load of a thing until the end of tomorrow, from the last 28 days; no weather forecast is used.',
  method: 'GET',
  path: '/v1/data-mgmt/tenants/:tenantId/things/:thingsId/forecast',
  access: readers,
  reply: energyForecast,
});
