import { createFirstAccount } from '@voltloop/contract/calls/accounts.ts';

export interface FirstAccount {
  code: string;
  user_name: string;
  name: string;
  email: string;
  password: string;
  repeat: string;
}

/**
 * The errors of the first account, as keys of the catalogue `setup`; empty when it is valid. The shape is checked by
 * the contract; the password follows the policy of interpretation A12: 8-16 characters, the first a letter or digit, no
 * spaces.
 */
export function checkFirstAccount(values: FirstAccount): Partial<Record<keyof FirstAccount, string>> {
  const errors: Partial<Record<keyof FirstAccount, string>> = {};
  const { repeat, ...body } = values;
  const parsed = createFirstAccount.body?.safeParse(body);
  for (const issue of parsed?.error?.issues ?? []) {
    const field = issue.path[0] as keyof FirstAccount;
    errors[field] ??= values[field].trim() === '' ? 'error.required' : `error.${field}`;
  }
  // The check library's rule for new accounts (interpretation A52), stricter than the contract's shape.
  if (!errors.user_name && !/^[A-Za-z]\w{5,15}$/.test(values.user_name.trim()))
    errors.user_name = 'error.user_name';
  if (!errors.password && !/^[A-Za-z0-9]/.test(values.password)) errors.password = 'error.passwordStart';
  if (!errors.password && /\s/.test(values.password)) errors.password = 'error.passwordSpace';
  if (repeat === '') errors.repeat = 'error.required';
  else if (repeat !== values.password) errors.repeat = 'error.repeat';
  return errors;
}
