import { z } from 'zod';
import { route } from '../route.ts';
import { sharedCharge } from './shared-charge.ts';

export const fleetPower = route({
  name: 'fleetPower',
  summary: 'Current power of the caller’s things: sum of last known values of online things.',
  method: 'GET',
  path: '/v1/things/tenants/:tenantId/power',
  access: [0, 1, 2, 3, 4, 5],
  reply: z.object({
    /** Things included: not offline, activated, with a report. */
    things: z.number().int(),
    /** W, positive when discharging. */
    bat_power_w: z.number(),
    /** W, positive when importing. */
    grid_power_w: z.number(),
    pv_power_w: z.number(),
    load_power_w: z.number(),
    ...sharedCharge,
    soc_pct: z.number().nullable(),
    /** Epoch ms of their newest report; null without one. */
    as_of: z.number().nullable(),
  }),
});
