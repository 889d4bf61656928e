import { z } from 'zod';

/** Contact data of accounts and device owners; the same checks in forms, imports and on the server. */

export const emailAddress = z.email('account.email').max(200);

/**
 * A telephone number of any country, mobile or landline: 5 to 24 characters, digits with an optional leading + and
 * spaces, hyphens, slashes or brackets between them. Less strict than the Chinese rules of `checks/people.ts`,
 * because the portal's owners and installers live in many countries.
 */
export const phoneNumber = z
  .string()
  .trim()
  .regex(/^\+?\d[\d ()/-]{3,22}\d$/, 'account.mobile');
