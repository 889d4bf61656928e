import { invitedUser } from '@voltloop/contract/calls/users.ts';

export interface InvitedForm {
  name: string;
  email: string;
  user_name: string;
  password: string;
  repeat: string;
}

/**
 * The errors of an invited person's form, as keys of the catalogue `invite`; empty when it is valid. The shape is
 * checked by the contract; the password follows the policy of interpretation A12, the rest of which the server checks.
 */
export function checkInvited(values: InvitedForm): Partial<Record<keyof InvitedForm, string>> {
  const errors: Partial<Record<keyof InvitedForm, string>> = {};
  const { repeat, ...body } = values;
  for (const issue of invitedUser.safeParse(body).error?.issues ?? []) {
    const field = issue.path[0] as keyof InvitedForm;
    errors[field] ??= values[field].trim() === '' ? 'error.required' : `error.${field}`;
  }
  if (!errors.password && !/^[A-Za-z0-9]/.test(values.password)) errors.password = 'error.passwordStart';
  if (!errors.password && (values.password.length < 8 || values.password.length > 16))
    errors.password = 'error.password';
  if (!errors.password && /\s/.test(values.password)) errors.password = 'error.passwordSpace';
  if (repeat === '') errors.repeat = 'error.required';
  else if (repeat !== values.password) errors.repeat = 'error.repeat';
  return errors;
}
