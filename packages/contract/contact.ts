import { readPhone } from '@voltloop/domain/checks/phone.ts';
import { checked } from '@voltloop/domain/checks/schema.ts';
import { z } from 'zod';

/** Contact data of accounts and device owners; the same checks in forms, imports and on the server. */

/** Blanks around a pasted address are dropped, as at sign-in. */
export const emailAddress = z.string().trim().max(200).pipe(z.email('account.email'));

/**
 * A telephone number of any country, mobile or landline, with the notations that `checks/phone.ts` reads; without a
 * country code also 5 to 15 digits of any country, because the portal's owners and installers live in many.
 */
export const phoneNumber = checked(z.string().trim(), (text) =>
  readPhone(text, 'any') === null ? 'account.mobile' : null,
);
