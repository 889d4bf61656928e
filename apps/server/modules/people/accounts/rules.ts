import { type FieldError, roles } from '@voltloop/contract';
import { commonPasswords } from './common-passwords.ts';

/** Pure rules of accounts: names, passwords. */

/** Roles that may create, move and delete accounts below themselves (specification section 2: user pages). */
export function mayManageAccounts(roleId: number): boolean {
  return roleId >= roles.mainAccount && roleId <= roles.installer;
}

const userNamePattern = /^[A-Za-z][A-Za-z0-9_]{5,15}$/;

/** User-name rule of the specification's check library, on creation only (interpretation A52). */
export function userNameProblem(userName: string): FieldError | null {
  if (userNamePattern.test(userName)) return null;
  return {
    path: 'user_name',
    key: 'account.userName',
    message: 'A letter first, then letters, digits or _, 6 to 16 characters',
  };
}

/**
 * The problem of a new password (interpretations A12, A13, C28); null when valid: 8 to 16 characters, the first a
 * letter or digit, no spaces, not the account's name, not a common one. Texts are the specification's.
 */
export function passwordProblem(
  password: string,
  own: { userName: string; email?: string | null },
): FieldError | null {
  const problem = (key: string, message: string) => ({ path: 'password', key, message });
  const length = [...password].length;
  if (!/^[A-Za-z0-9]/.test(password)) {
    return problem('account.password.first', 'Begin with a number or an English letter');
  }
  if (length < 8) return problem('account.password.short', 'The password must be at least 8 digits');
  if (length > 16) return problem('account.password.long', 'The password may have at most 16 characters');
  if (/\s/.test(password)) return problem('account.password.space', 'The password may not have spaces');
  const lower = password.toLowerCase();
  const mailName = own.email?.split('@')[0] ?? '';
  if ([own.userName, own.email ?? '', mailName].some((n) => n !== '' && n.toLowerCase() === lower)) {
    return problem('account.password.own', 'The password may not be your own name');
  }
  if (commonPasswords.has(lower) || new Set(lower).size < 3) {
    return problem('account.password.common', 'This password is too common');
  }
  return null;
}
