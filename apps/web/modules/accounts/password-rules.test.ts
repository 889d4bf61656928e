import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { oldPasswordHint, passwordErrors, toastOf } from './password-rules.ts';

const words = JSON.parse(
  readFileSync(new URL('./texts/password.en.json', import.meta.url), 'utf8'),
) as Record<'error', Record<string, string>>;
const say = (key: string | undefined) => key && words.error[key.replace('error.', '')];
const good = { pass: 'Old-pass-1', newPass: 'New-pass-1', checkPass: 'New-pass-1' };
const of = (change: Partial<typeof good>) => {
  const errors = passwordErrors({ ...good, ...change });
  return Object.fromEntries(Object.entries(errors).map(([field, key]) => [field, say(key)]));
};

describe('the change-password dialog (specification section 5)', () => {
  it('accepts a valid form', () => expect(of({})).toEqual({}));
  it('requires all three fields', () => {
    expect(of({ pass: '', newPass: '', checkPass: '' })).toEqual({
      pass: 'Please input old password',
      newPass: 'Please input new password',
      checkPass: 'Please input confirm password',
    });
  });
  it('compares the two new passwords', () => {
    expect(of({ checkPass: 'New-pass-2' })).toEqual({ checkPass: 'Entered passwords differ' });
  });
  it.each(['_abcdefg1', 'éabcdefg', '密码密码密码密码'])('rejects the first character of %s', (newPass) => {
    expect(of({ newPass, checkPass: newPass })).toEqual({
      newPass: 'Begin with a number or an English letter',
    });
  });
  it.each(['@abc1234', '-abcdefg1', ' abcdefg1'])(
    'reports the first character of %s as special',
    (newPass) => {
      expect(of({ newPass, checkPass: newPass })).toEqual({
        newPass: 'The first character of the password cannot be a special character',
      });
    },
  );
  it.each([
    ['abc1234', 'The entered password is invalid'],
    ['abc12345', undefined],
    ['abc1234567890123', undefined],
  ])('checks the length of %s, new and repeated', (text, error) => {
    expect(of({ newPass: text, checkPass: text })).toEqual(error ? { newPass: error, checkPass: error } : {});
  });
  it('allows symbols after the first character, but no spaces', () => {
    expect(of({ newPass: 'a@#$%^&*', checkPass: 'a@#$%^&*' })).toEqual({});
    expect(of({ newPass: 'abcd 1234', checkPass: 'abcd 1234' })).toEqual({
      newPass: 'The password may not have spaces',
    });
  });
  it('accepts an old password from before the rules, with a hint', () => {
    expect(of({ pass: '@abc123' })).toEqual({});
    expect(say(oldPasswordHint('@abc1234'))).toBe(
      'The first character of the password cannot be a special character',
    );
    expect(say(oldPasswordHint('abc1234'))).toBe('The password must be at least 8 digits');
    expect(oldPasswordHint('Volt-demo-2026')).toBeUndefined();
    expect(oldPasswordHint('')).toBeUndefined();
  });
  it('shows a toast for invalid input, not for missing input', () => {
    const toast = (change: Partial<typeof good>) => say(toastOf(passwordErrors({ ...good, ...change })));
    expect(toast({ checkPass: 'New-pass-2' })).toBe('Entered passwords differ');
    expect(toast({ newPass: '_abcdefg', checkPass: '_abcdefg' })).toBe(
      'Begin with a number or an English letter',
    );
    expect(toast({ newPass: 'abc1234', checkPass: 'abc1234' })).toBe('The entered password is invalid');
    expect(toast({ newPass: '' })).toBe('Entered passwords differ');
    expect(toast({ pass: '', newPass: '', checkPass: '' })).toBeUndefined();
  });
});
