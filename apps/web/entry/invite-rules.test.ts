import { expect, it } from 'vitest';
import { checkInvited } from './invite-rules.ts';

const good = {
  name: 'Anna Berg',
  email: 'anna@home.example',
  user_name: 'anna_berg',
  password: 'Sonne-4-alle',
  repeat: 'Sonne-4-alle',
};

it('accepts a valid form', () => expect(checkInvited(good)).toEqual({}));

it.each([
  [{ name: ' ' }, { name: 'error.required' }],
  [{ name: 'x'.repeat(51) }, { name: 'error.name' }],
  [{ email: 'nobody' }, { email: 'error.email' }],
  [{ user_name: '1anna' }, { user_name: 'error.user_name' }],
  [
    { password: '', repeat: '' },
    { password: 'error.required', repeat: 'error.required' },
  ],
  [{ password: '-Sonne-4', repeat: '-Sonne-4' }, { password: 'error.passwordStart' }],
  [{ password: 'Sonne-4', repeat: 'Sonne-4' }, { password: 'error.password' }],
  [{ password: 'Sonne 4 alle', repeat: 'Sonne 4 alle' }, { password: 'error.passwordSpace' }],
  [{ repeat: 'other' }, { repeat: 'error.repeat' }],
])('reports the errors of %j', (change, errors) =>
  expect(checkInvited({ ...good, ...change })).toEqual(errors),
);
