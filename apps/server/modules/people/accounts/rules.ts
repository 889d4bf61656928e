import { type FieldError, roles } from '@voltloop/contract';

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
 * The most frequent leaked passwords of 8 to 16 characters, and obvious ones of this trade. Compared in lower case.
 * Short on purpose: the lock after ten failures stops an attacker earlier than the end of this list.
 */
const commonPasswords: ReadonlySet<string> = new Set(
  `12345678 123456789 1234567890 12345678910 0123456789 11111111 00000000 88888888 66666666 87654321 987654321
  9876543210 123123123 123321123 112233445566 11223344 12341234 12344321 123456123 147258369 147852369 159753159
  1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc q1w2e3r4 q1w2e3r4t5 qazwsxedc zaq12wsx zxcvbnm1 zxcvbnm123 asdfghjkl
  asdfasdf asdf1234 qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwer1234 1234qwer 123qwe123 123qweasd qweasdzxc
  abcd1234 abc12345 abc123456 abcdefgh abcdefg1 a1b2c3d4 aa123456 aaaaaaaa a1234567 a12345678 a123456789 asd123456
  password password1 password12 password123 password1234 passw0rd passw0rd1 p@ssw0rd p@ssword pa55word pass1234
  pass12345 passwort passwort1 motdepasse contrasena senha123 letmein1 letmein123 welcome1 welcome12 welcome123
  welcome2024 welcome2025 welcome2026 changeme changeme1 changeme123 changeit default1 default123 iloveyou iloveyou1
  iloveyou123 sunshine sunshine1 princess princess1 football football1 baseball baseball1 superman superman1 batman123
  starwars starwars1 trustno1 whatever whatever1 computer computer1 internet internet1 michelle jennifer jordan23
  michael1 charlie1 dragon123 monkey123 shadow123 master123 liverpool liverpool1 chelsea1 arsenal1 samsung1 samsung123
  google123 facebook1 linkedin1 administrator admin123 admin1234 admin12345 admin123456 adminadmin root1234 rootroot
  test1234 test12345 testtest testing1 testing123 guest123 guest1234 user1234 demo1234 summer2024 summer2025
  summer2026 winter2024 winter2025 winter2026 spring2025 spring2026 autumn2025 autumn2026 woaini520 woaini1314
  5201314520 woaini123 battery1 battery123 solar123 solar1234 energy123 powerwall voltloop voltloop1 voltloop123
  installer installer1 factory123 inverter inverter1 lithium1 lithium123`.split(/\s+/),
);

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
