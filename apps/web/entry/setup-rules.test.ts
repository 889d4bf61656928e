import { describe, expect, it } from 'vitest';
import { checkFirstAccount } from './setup-rules.ts';

const good = {
  code: 'A-CODE',
  user_name: 'anna_berg',
  name: 'Anna Berg',
  email: 'anna@example.org',
  password: 'Sunny-day-1',
  repeat: 'Sunny-day-1',
};

describe('the first account', () => {
  it('accepts valid input', () => expect(checkFirstAccount(good)).toEqual({}));
  it.each([
    [{ user_name: ' ' }, { user_name: 'error.required' }],
    [{ user_name: 'a' }, { user_name: 'error.user_name' }],
    [{ user_name: '1anna_berg' }, { user_name: 'error.user_name' }],
    [{ email: 'anna' }, { email: 'error.email' }],
    [{ password: 'short', repeat: 'short' }, { password: 'error.password' }],
    [{ password: 'x'.repeat(17), repeat: 'x'.repeat(17) }, { password: 'error.password' }],
    [{ password: '-Sunny-day', repeat: '-Sunny-day' }, { password: 'error.passwordStart' }],
    [{ password: 'Sunny day', repeat: 'Sunny day' }, { password: 'error.passwordSpace' }],
    [{ repeat: 'other' }, { repeat: 'error.repeat' }],
    [{ repeat: '' }, { repeat: 'error.required' }],
  ])('refuses %j', (change, errors) => {
    expect(checkFirstAccount({ ...good, ...change })).toEqual(errors);
  });
});
