import { z } from 'zod';
import { route } from '../route.ts';

/** The facts that tick off an account's first steps. */
export const firstStepFacts = z.object({
  /** It sees a device. */
  device: z.boolean(),
  /** A device is bound to an account below it. */
  bound_below: z.boolean(),
  /** There is an account directly below it, or an open or used invitation. */
  people: z.boolean(),
  /** It has a channel that can receive messages. */
  channel: z.boolean(),
  second_factor: z.boolean(),
  /** End users: one of their sites has a tariff. */
  tariff: z.boolean(),
  /** End users: the site whose tariff is to be set; null without a site. */
  site_id: z.string().nullable(),
});
export type FirstStepFacts = z.infer<typeof firstStepFacts>;

export const getFirstSteps = route({
  name: 'getFirstSteps',
  summary: 'Progress of the signed-in account in the first steps of its role.',
  method: 'GET',
  path: '/v1/first-steps',
  access: 'session',
  reply: firstStepFacts,
});
