import { describe, expect, it } from 'vitest';
import { isOtherEmail, profileBody, profileSchema } from './profile-rules.ts';

const before = {
  name: 'Tom',
  email: 'tom@works.example',
  origin_password: '',
  mobile: '',
  company: 'Harbour',
  country: 'AU',
  city: '',
  address: '',
  description: '',
};

describe('saving the profile', () => {
  it('sends changed fields, and lists cleared ones', () => {
    expect(profileBody(before, { ...before, city: 'Perth', company: '' })).toEqual({
      city: 'Perth',
      clearFields: ['company'],
    });
    expect(profileBody(before, before)).toEqual({});
  });
  it('requires the password if the e-mail address changes', () => {
    expect(isOtherEmail('tom@works.example', 'tom@home.example')).toBe(true);
    expect(isOtherEmail('', 'tom@home.example')).toBe(true);
    expect(isOtherEmail('tom@works.example', ' Tom@works.example ')).toBe(false);
    expect(isOtherEmail('tom@works.example', '')).toBe(false);
  });
  it('never clears required fields', () => {
    expect(profileBody(before, { ...before, email: '' })).toEqual({});
  });
});

describe('the form', () => {
  const problem = (change: Partial<typeof before>) =>
    profileSchema.safeParse({ ...before, ...change }).error?.issues[0]?.path[0];
  it('accepts empty optional fields', () => expect(problem({ email: '', country: '' })).toBeUndefined());
  it.each([
    ['name', ' '],
    ['name', 'x'.repeat(51)],
    ['email', 'nobody'],
    ['mobile', 'call me'],
    ['address', 'x'.repeat(201)],
    ['city', 'x'.repeat(61)],
  ])('refuses an invalid %s', (field, value) => expect(problem({ [field]: value })).toBe(field));
});
