import { z } from 'zod';

/** The state of charge of several batteries, by energy (docs/decisions/0113). */
export const sharedCharge = {
  /** Energy left in the counted batteries and their rated energy, Wh; null unless each of them reports it. */
  left_wh: z.number().nullable(),
  rated_wh: z.number().nullable(),
  batteries: z.number().int(),
  /** Batteries in the state of charge: online, with a known state of charge and rated energy. */
  counted: z.number().int(),
};
