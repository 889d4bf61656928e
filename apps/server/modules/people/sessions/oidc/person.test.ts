import { describe, expect, test } from 'vitest';
import type { GroupMapping } from '../../../../settings/oidc.ts';
import { isSubject, lacks, mappingOf, meetsAuthentication, personOf } from './person.ts';

const settings = { groupsClaim: 'groups' };
const person = (idToken: Record<string, unknown>, userInfo: Record<string, unknown> | null = null) =>
  personOf({ sub: 's-1', ...idToken }, userInfo, settings);

describe('an e-mail address', () => {
  test('counts when the provider has verified it, also if the flag is text', () => {
    expect(person({ email: 'a@example.org', email_verified: true }).email).toBe('a@example.org');
    expect(person({ email: 'a@example.org', email_verified: 'true' }).email).toBe('a@example.org');
  });
  test('does not count otherwise', () => {
    for (const email_verified of [undefined, false, 'false', 1, null, 'yes'])
      expect(person({ email: 'a@example.org', email_verified }).email).toBeNull();
  });
  test('is not verified by the other source of claims', () => {
    const claims = person({ email: 'a@example.org' }, { email: 'b@example.org', email_verified: true });
    expect(claims.email).toBeNull();
    expect(person({ email_verified: true }, { email: 'b@example.org' }).email).toBeNull();
    expect(person({}, { email: 'b@example.org', email_verified: true }).email).toBe('b@example.org');
  });
  test('does not count with letters that databases fold to Latin ones, or with more than an address', () => {
    // U+212A, the Kelvin sign, is equal to k when case is ignored.
    for (const email of [
      'mi\u212Ae@example.org',
      'a@example.org\n',
      'a b@example.org',
      'a@b@example.org',
      '@x',
    ])
      expect(person({ email, email_verified: true }).email).toBeNull();
  });
});

describe('groups', () => {
  test('come from a claim or a path, of the ID token first', () => {
    expect(person({ groups: ['a', 'b', 3] }, { groups: ['c'] }).groups).toEqual(['a', 'b']);
    expect(person({}, { groups: 'c' }).groups).toEqual(['c']);
    const nested = { realm_access: { roles: ['x'] } };
    expect(personOf(nested, null, { groupsClaim: 'realm_access.roles' }).groups).toEqual(['x']);
    const address = 'https://example.org/groups';
    expect(personOf({ [address]: ['y'] }, null, { groupsClaim: address }).groups).toEqual(['y']);
  });
  test('are empty where the claim is missing or has another type', () => {
    expect(person({}).groups).toEqual([]);
    expect(person({ groups: { a: 1 } }).groups).toEqual([]);
    expect(personOf({}, null, { groupsClaim: 'constructor.name' }).groups).toEqual([]);
  });
  const mappings: GroupMapping[] = [
    { group: 'admins', kind: 'staff', parent: 'main', role: 'All' },
    { group: 'store', kind: 'staff', parent: 'main', role: 'Store' },
    { group: 'fitters', kind: 'installer', parent: 'north', role: null },
  ];
  test('are mapped by the first matching entry, regardless of their order', () => {
    expect(mappingOf(mappings, ['fitters', 'store', 'admins'])?.role).toBe('All');
    expect(mappingOf(mappings, ['store', 'fitters'], 'installer')?.parent).toBe('north');
    expect(mappingOf(mappings, ['store'], 'installer')).toBeNull();
    expect(mappingOf(mappings, ['Admins', 'other'])).toBeNull();
  });
});

test('a name is shortened and loses control and bidirectional characters', () => {
  expect(person({ name: ' Ada\u202E \u0007Love ' }).name).toBe('Ada Love');
  expect(person({ name: 'é'.repeat(80) }).name).toBe('é'.repeat(50));
  expect(person({ name: '\u200b', preferred_username: 'ada' }).name).toBe('ada');
  expect(person({ name: 7 }).name).toBeNull();
  const { name, userName } = person({ name: '\ud83dAda', preferred_username: 'a\u0000da\r\nX: 1' });
  expect([name, userName]).toEqual(['Ada', 'adaX: 1']);
});

test.each([7, '', 'a\u0000b', 'a\r\nb', '\udc00', 'a'.repeat(256)])('the subject %j is refused', (sub) =>
  expect(isSubject(sub)).toBe(false),
);

test('userinfo is needed where name, address or mapped groups are missing', () => {
  const all = { name: 'A', email: 'a@example.org', groups: [] };
  const groups: GroupMapping[] = [{ group: 'g', kind: 'enduser', parent: 'p', role: null }];
  expect(lacks(all, { groupsClaim: 'groups', groups })).toBe(false);
  for (const name of Object.keys(all))
    expect(lacks({ ...all, [name]: undefined }, { groupsClaim: 'groups', groups })).toBe(true);
  expect(lacks({ ...all, groups: undefined }, { groupsClaim: 'groups', groups: [] })).toBe(false);
});

test('the authentication method comes from the ID token only', () => {
  const need = { acrValues: ['gold'], amrValues: ['mfa', 'hwk'] };
  const meets = (idToken: Record<string, unknown>, userInfo = {}) =>
    meetsAuthentication(person(idToken, userInfo), need);
  expect(meets({ acr: 'gold', amr: ['pwd', 'hwk'] })).toBe(true);
  expect(meets({ acr: 'gold', amr: ['pwd'] })).toBe(false);
  expect(meets({ acr: 'silver', amr: ['mfa'] })).toBe(false);
  expect(meets({}, { acr: 'gold', amr: ['mfa'] })).toBe(false);
  expect(meetsAuthentication(person({}), { acrValues: [], amrValues: [] })).toBe(true);
});
