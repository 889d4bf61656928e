import { z } from 'zod';
import { route } from '../route.ts';

/** What the server knows of an account that first steps are ticked off by. */
export const firstStepFacts = z.object({
  /** It sees a device. */
  device: z.boolean(),
  /** A device is bound to an account below it. */
  bound_below: z.boolean(),
  /** There is an account directly below it, or an invitation that is open or has been used. */
  people: z.boolean(),
  /** It has a channel that messages may go to. */
  channel: z.boolean(),
  second_factor: z.boolean(),
  /** An end user's: one of its sites has a tariff. */
  tariff: z.boolean(),
  /** An end user's: the site whose tariff is to be set; null without a site. */
  site_id: z.string().nullable(),
});
export type FirstStepFacts = z.infer<typeof firstStepFacts>;

export const getFirstSteps = route({
  name: 'getFirstSteps',
  summary: 'What the signed-in account has done of the first steps of its role.',
  method: 'GET',
  path: '/v1/first-steps',
  access: 'session',
  reply: firstStepFacts,
});
