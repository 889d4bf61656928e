import { z } from 'zod';

/** Contact data of accounts and device owners; the same checks in forms, imports and on the server. */

/** Blanks around a pasted address are dropped, as at sign-in. */
export const emailAddress = z.string().trim().max(200).pipe(z.email('account.email'));

/**
 * A telephone number of any country, mobile or landline: 5 to 24 characters, digits with an optional leading + and
 * spaces, hyphens, slashes or brackets between them. Less strict than the Chinese rules of `checks/people.ts`,
 * because the portal's owners and installers live in many countries.
 */
export const phoneNumber = z
  .string()
  .normalize('NFKC')
  .trim()
  .regex(/^\+?\d[\d ()/-]{3,22}\d$/, 'account.mobile');
