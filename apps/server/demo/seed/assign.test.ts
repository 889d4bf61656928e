import { mayBeBelow } from '@voltloop/contract';
import { expect, test } from 'vitest';
import { demoFleet } from '../../../../simulator/demo-fleet.ts';
import { passwordProblem, userNameProblem } from '../../modules/people/accounts/rules.ts';
import { assign, installedDaysAgo, placed } from './assign.ts';
import { demoAccounts, demoPassword, demoTree } from './demo-accounts.ts';

const fleet = demoFleet(300, 2026);
const assigned = assign(fleet);
const byUserName = new Map(demoTree.map((a) => [a.userName, a]));

test('the tree has every demo account, parents first, with valid names, and one chain of all kinds', () => {
  for (const [i, a] of demoTree.entries()) {
    expect(userNameProblem(a.userName)).toBeNull();
    if (a.parent === null) expect(i).toBe(0);
    else {
      const parent = byUserName.get(a.parent);
      expect(demoTree.slice(0, i)).toContain(parent);
      expect(mayBeBelow(a.kind, parent?.kind ?? 'enduser')).toBe(true);
    }
  }
  expect(passwordProblem(demoPassword, { userName: 'demo_main' })).toBeNull();
  for (const { userName } of demoAccounts) expect(byUserName.has(userName)).toBe(true);
  const chain: string[] = [];
  for (let at = byUserName.get('demo_enduser'); at; at = byUserName.get(at.parent ?? ''))
    chain.unshift(at.kind);
  expect(chain).toEqual(['main', 'factory', 'agent1', 'agent2', 'company', 'installer', 'enduser']);
});

test('every kind of account has siblings', () => {
  for (const kind of ['factory', 'agent1', 'agent2', 'company', 'installer']) {
    expect(demoTree.filter((a) => a.kind === kind).length).toBeGreaterThan(1);
  }
});

test('some 60 % belong to home owners, a few have no owner, three belong to the demo end user', () => {
  const bound = [...assigned.values()];
  const owned = bound.filter((a) => a.owner !== null || a.boundTo === 'demo_enduser').length;
  expect(owned / bound.length).toBeGreaterThan(0.5);
  expect(owned / bound.length).toBeLessThan(0.7);
  expect(bound.filter((a) => a.boundTo === null).length).toBeGreaterThan(3);
  expect(bound.filter((a) => a.boundTo === 'demo_enduser').length).toBe(3);
  for (const { owner, boundTo } of bound) {
    if (owner) expect([owner.userName, userNameProblem(owner.userName)]).toEqual([boundTo, null]);
    else if (boundTo) expect(byUserName.has(boundTo)).toBe(true);
  }
});

test('all systems of an owner are at one place, under names of their own', () => {
  const places = new Map<string, Set<string>>();
  const all = placed(fleet, assigned);
  for (const { devid, place } of all) {
    const { owner, boundTo } = assigned.get(devid) ?? {};
    const home = owner?.userName ?? (boundTo === 'demo_enduser' ? boundTo : devid);
    places.set(home, (places.get(home) ?? new Set()).add(`${place.lat} ${place.lon}`));
  }
  expect([...places.values()].filter(({ size }) => size > 1)).toEqual([]);
  expect(new Set(all.map(({ name }) => name)).size).toBe(fleet.length);
  expect(all.filter(({ devid }) => assigned.get(devid)?.beside).length).toBeGreaterThan(5);
});

test('a larger fleet does not change existing owners', () => {
  const more = assign(demoFleet(600, 2026));
  for (const [devid, a] of assigned) expect(more.get(devid)).toEqual(a);
});

test('systems are looked after by installers of their region', () => {
  for (const t of fleet) {
    const owner = assigned.get(t.devid)?.owner;
    if (t.place.tz === 'Asia/Shanghai' && owner) {
      expect(byUserName.get(owner.installer)?.country).toBe('CN');
    }
    if (t.place.country === 'DE' && owner) expect(byUserName.get(owner.installer)?.country).toBe('DE');
  }
});

test('all systems were installed before their history begins, the first one the longest ago', () => {
  const days = fleet.map((_, i) => installedDaysAgo(i, fleet.length, 64, 150));
  expect(days[0]).toBe(150);
  expect(days.every((d, i) => d >= 64 && d <= (days[i - 1] ?? 150))).toBe(true);
});
