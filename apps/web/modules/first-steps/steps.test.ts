import type { FirstStepFacts } from '@voltloop/contract/calls/first-steps.ts';
import { type AccountKind, accountKinds, kindRules } from '@voltloop/contract/roles.ts';
import { describe, expect, it, test } from 'vitest';
import { mayOpen } from '../../context/menu.ts';
import { guardedPages } from '../../routes.tsx';
import { nextOf, type Step, type StepId, seenOf, stepsOf } from './steps.ts';
import en from './texts/firstSteps.en.json' with { type: 'json' };

const nothing: FirstStepFacts = {
  device: false,
  bound_below: false,
  people: false,
  channel: false,
  second_factor: false,
  tariff: false,
  site_id: null,
};
const all: FirstStepFacts = {
  device: true,
  bound_below: true,
  people: true,
  channel: true,
  second_factor: true,
  tariff: true,
  site_id: 's1',
};
const opens = (kind: AccountKind) => (path: string) =>
  kind === 'staff'
    ? path.startsWith('/backoffice/') || path === '/security/index'
    : mayOpen(guardedPages, path, { roleId: kindRules[kind].roleId, rights: [] });
const steps = (kind: AccountKind, facts = nothing, seen: string[] = [], may = opens(kind)) =>
  stepsOf({ kind, facts, seen, mayOpen: may });
const ids = (list: readonly Step[]) => list.map(({ id }) => id);

describe.each(accountKinds)('the first steps of %s', (kind) => {
  it('are two to five, all open at first, each with texts', () => {
    const own = steps(kind);
    expect(own.length).toBeGreaterThanOrEqual(2);
    expect(own.length).toBeLessThanOrEqual(5);
    expect(own.filter(({ done }) => done)).toEqual([]);
    for (const step of own) {
      const words: Partial<Record<string, string>> = en.step[step.id];
      expect(words.title, step.id).toBeTruthy();
      expect(words.text, step.id).toBeTruthy();
      if (step.waits) expect(words.waits, step.id).toBeTruthy();
      if (step.to !== null) expect(words.action, step.id).toBeTruthy();
      if (step.at !== null) expect(words.point, step.id).toBeTruthy();
    }
  });
  it('are all done once all facts are true', () => {
    const seen = ['work', 'batteries', 'trace', 'search'];
    expect(steps(kind, all, seen).every(({ done }) => done)).toBe(true);
    expect(nextOf(steps(kind, all, seen))).toBeUndefined();
  });
  it('lead to pages that the account may open', () => {
    for (const { id, to } of steps(kind, { ...nothing, device: true, site_id: 's1' })) {
      // Requested by a message, and found in the bar of every page.
      if (id === 'device' || id === 'search') expect(to).toBeNull();
      else expect([id, opens(kind)((to ?? '').split('?')[0] ?? '')]).toEqual([id, true]);
    }
  });
});

it.each<[keyof FirstStepFacts, AccountKind, StepId]>([
  ['device', 'factory', 'register'],
  ['device', 'enduser', 'device'],
  ['people', 'company', 'people'],
  ['bound_below', 'installer', 'bind'],
  ['tariff', 'enduser', 'tariff'],
  ['channel', 'agent2', 'channel'],
  ['second_factor', 'staff', 'secondFactor'],
])('%s ticks for %s only the step %s', (fact, kind, id) => {
  expect(ids(steps(kind, { ...nothing, [fact]: true }).filter(({ done }) => done))).toEqual([id]);
});

test('a device cannot be bound before one exists, a tariff not before the site', () => {
  const waiting = (kind: AccountKind, facts: FirstStepFacts) =>
    ids(steps(kind, facts).filter(({ waits }) => waits));
  expect(waiting('installer', nothing)).toEqual(['bind']);
  expect(waiting('installer', { ...nothing, device: true })).toEqual([]);
  expect(waiting('enduser', nothing)).toEqual(['tariff']);
  expect(waiting('enduser', { ...nothing, site_id: 's1' })).toEqual([]);
});

test('the next step is the first possible one, and none while a device must be requested', () => {
  expect(nextOf(steps('factory'))?.id).toBe('register');
  expect(nextOf(steps('enduser'))).toBeUndefined();
  expect(nextOf(steps('enduser', { ...nothing, device: true, site_id: 'a/b' }))).toMatchObject({
    id: 'tariff',
    to: '/sites/site/a%2Fb',
  });
  // Its site was removed again: the step waits, the next one does not.
  expect(nextOf(steps('enduser', { ...nothing, device: true }))?.id).toBe('channel');
});

test('staff see only the steps that their role may take, ticked by visiting', () => {
  expect(ids(steps('staff', nothing, [], () => false))).toEqual(['search']);
  const looked = steps('staff', nothing, ['trace', 'search', 'no such step']);
  expect(ids(looked.filter(({ done }) => done))).toEqual(['trace', 'search']);
  expect(nextOf(looked)?.id).toBe('work');
});

it.each([
  [{ seen: ['work', 3, null, 'trace'] }, ['work', 'trace']],
  [{ seen: 'work' }, []],
  [null, []],
  ['work', []],
])('only the names stored in %j are read: %j', (kept, names) => {
  expect(seenOf(kept)).toEqual(names);
});
