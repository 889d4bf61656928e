import type { Access, ApiTokenFamily, ApiTokenScope, Method } from '@voltloop/contract';
import { expect, test } from 'vitest';
import { familyOf, reaches } from './api-token-reach.ts';

const route = (access: Access, path = '/v1/x', method: Method = 'GET') => ({ access, path, method });
const token = (scope: ApiTokenScope, ...families: ApiTokenFamily[]) => ({ scope, families });

test.each([
  ['a right', route({ right: 7 }), 'backoffice'],
  ['roles', route([0, 1]), 'portal'],
  ['any session', route('session', '/files/:id'), 'either'],
  ['the search of the back office', route('session', '/v1/backoffice/search'), 'backoffice'],
  ['imports', route('session', '/v1/imports/tenants/:tenantId/kinds/:kind'), 'both'],
])('a call for %s', (_what, call, family) => expect(familyOf(call)).toBe(family));

test('the access "read" allows only GET', () => {
  const given = token('read', 'portal', 'backoffice');
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const)
    expect([method, reaches(given, route([0], '/v1/x', method))]).toEqual([method, method === 'GET']);
  expect(reaches(token('write', 'portal'), route([0], '/v1/x', 'DELETE'))).toBe(true);
});

test('a family reaches its own calls and the shared ones; imports need both families', () => {
  const imports = route('session', '/v1/imports/tenants/:tenantId/templates/:kind');
  const calls = [route([0]), route({ right: 7 }), route('session', '/files/:id'), imports];
  const of = (...families: ApiTokenFamily[]) =>
    calls.map((call) => reaches(token('write', ...families), call));
  expect(of('portal')).toEqual([true, false, true, false]);
  expect(of('backoffice')).toEqual([false, true, true, false]);
  expect(of('portal', 'backoffice')).toEqual([true, true, true, true]);
});

test('calls that the contract excludes are never reachable', () => {
  const given = token('write', 'portal', 'backoffice');
  expect(reaches(given, { ...route('session'), apiToken: false })).toBe(false);
});
