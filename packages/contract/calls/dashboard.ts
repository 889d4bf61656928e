import { z } from 'zod';
import { route } from '../route.ts';

export const fleetPower = route({
  name: 'fleetPower',
  summary: 'Power of the caller’s things at this moment: last known values of online things, added up.',
  method: 'GET',
  path: '/v1/things/tenants/:tenantId/power',
  access: [0, 1, 2, 3, 4, 5],
  params: z.object({ tenantId: z.string().max(64) }),
  reply: z.object({
    /** Things that are counted: not offline, activated, with a report. */
    things: z.number().int(),
    /** W, positive when discharging. */
    bat_power_w: z.number(),
    /** W, positive when importing. */
    grid_power_w: z.number(),
    pv_power_w: z.number(),
    load_power_w: z.number(),
    /** Mean state of charge; null without one. */
    soc_pct: z.number().nullable(),
    /** Epoch ms of the newest report among them; null without one. */
    as_of: z.number().nullable(),
  }),
});
