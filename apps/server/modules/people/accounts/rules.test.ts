import { accountKinds, mayBeBelow } from '@voltloop/contract';
import { describe, expect, test } from 'vitest';
import { passwordProblem, userNameProblem } from './rules.ts';

const own = { userName: 'some_name', email: 'charlotte@hale.example' };

describe('passwordProblem', () => {
  test.each([
    'Volt-demo-2026',
    'a2!xyz&9',
    '9 characters'.replace(' ', '-'),
    'Ünlock7x'.replace('Ü', 'U'),
    '16-characters-ok',
  ])('accepts %s', (password) => expect(passwordProblem(password, own)).toBeNull());
  test.each([
    ['', 'account.password.first'],
    ['!bcdefgh', 'account.password.first'],
    ['Übermut7', 'account.password.first'],
    ['abcd123', 'account.password.short'],
    ['abcdefgh123456789', 'account.password.long'],
    ['abc def 12', 'account.password.space'],
    ['Some_Name', 'account.password.own'],
    ['Charlotte', 'account.password.own'],
    ['PassWord123', 'account.password.common'],
    ['a1a1a1a1a1', 'account.password.common'],
  ])('refuses %j: %s', (password, key) => expect(passwordProblem(password, own)?.key).toBe(key));

  test('counts characters, not UTF-16 units', () => {
    expect(passwordProblem('a🔋🔋🔋🔋🔋🔋', own)?.key).toBe('account.password.short');
  });
});

test.each([
  ['demo_main', true],
  ['a12345', true],
  ['a123456789012345', true],
  ['a1234', false],
  ['a1234567890123456', false],
  ['1demo_main', false],
  ['demo-main', false],
  ['demo main', false],
  ['', false],
])('user name %j is allowed: %s', (name, good) => expect(userNameProblem(name) === null).toBe(good));

test('every kind may be below exactly the kinds above it; staff below the main account only', () => {
  const chain = accountKinds.filter((k) => k !== 'staff');
  for (const [i, parent] of chain.entries()) {
    for (const [j, child] of chain.entries()) expect(mayBeBelow(child, parent)).toBe(j > i);
    expect(mayBeBelow('staff', parent)).toBe(parent === 'main');
    expect(mayBeBelow(parent, 'staff')).toBe(false);
  }
  expect(mayBeBelow('staff', 'staff')).toBe(false);
});
