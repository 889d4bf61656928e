import { describe, expect, it } from 'vitest';
import { emailAddress, phoneNumber } from './contact.ts';

const issueOf = (schema: typeof phoneNumber | typeof emailAddress, value: string) =>
  schema.safeParse(value).error?.issues[0]?.message ?? null;

describe('a telephone number', () => {
  it.each(['+49 170 1234567', '13812345678', '010-12345678', '+61 2 9999 0000', '0831/12 34', ' 12345 '])(
    'may be %j',
    (text) => expect(issueOf(phoneNumber, text)).toBeNull(),
  );
  it.each(['', 'hello', 'x'.repeat(500), '1234', '1'.repeat(25), '++49170123', '170 123 ext', '12345\u0000'])(
    'is not %j',
    (text) => expect(issueOf(phoneNumber, text)).toBe('account.mobile'),
  );
});

describe('an e-mail address', () => {
  it('is accepted if valid, without the blanks around a pasted one', () =>
    expect(emailAddress.parse(' anna@works.example\t')).toBe('anna@works.example'));
  it.each(['', 'nomail', 'a@b', 'a b@works.example'])('is refused: %j', (text) =>
    expect(issueOf(emailAddress, text)).toBe('account.email'),
  );
});
