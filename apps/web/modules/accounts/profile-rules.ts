import type { Self } from '@voltloop/contract/calls/accounts.ts';
import { clearableSelfFields, updateSelf } from '@voltloop/contract/calls/self.ts';
import type { BodyInputOf } from '@voltloop/contract/route.ts';
import { z } from 'zod';
import { changedFields } from '../../api/clean.ts';

type Body = NonNullable<BodyInputOf<typeof updateSelf>>;
const shape = (updateSelf.body as z.ZodObject<Record<string, z.ZodType>>).shape;
const orEmpty = (name: string) => z.literal('').or(shape[name] as z.ZodType<string, string>);

/** The profile form: the contract's rules, with empty optional fields allowed. */
export const profileSchema = z.object({
  name: z.string().trim().min(1, 'account.name').max(50, 'account.name'),
  email: orEmpty('email'),
  /** Required if the e-mail address changes. */
  origin_password: orEmpty('origin_password'),
  mobile: orEmpty('mobile'),
  company: orEmpty('company'),
  country: orEmpty('country'),
  city: orEmpty('city'),
  address: z.string().trim().max(200, 'account.address'),
  description: orEmpty('description'),
});
export type ProfileValues = z.infer<typeof profileSchema>;

export function profileValues(self: Self): ProfileValues {
  return {
    name: self.name,
    email: self.email ?? '',
    origin_password: '',
    mobile: self.mobile ?? '',
    company: self.company ?? '',
    country: self.country ?? '',
    city: self.city ?? '',
    address: self.address ?? '',
    description: self.description ?? '',
  };
}

/** Whether the form changes the e-mail address; case is ignored. */
export const isOtherEmail = (before: string, after: string) =>
  after.trim() !== '' && after.trim().toLowerCase() !== before.toLowerCase();

/**
 * The body of a save: only changed fields, so that two tabs do not undo each other's changes, and the names of
 * cleared ones (interpretation A39). Pure.
 */
export function profileBody(before: Partial<ProfileValues>, after: ProfileValues): Body {
  const changed = changedFields(before, after);
  const clearFields = clearableSelfFields.filter((key) => changed[key] === '');
  return {
    ...Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== '')),
    ...(clearFields.length > 0 ? { clearFields } : {}),
  };
}
