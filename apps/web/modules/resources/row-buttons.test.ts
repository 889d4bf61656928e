import type { Step } from '@voltloop/resource-kit';
import { describe, expect, test } from 'vitest';
import { rowButtons } from './row-buttons.ts';
import type { Action } from './views.ts';

const step = (name: string, more: Partial<Step> = {}): [string, Step] => [
  name,
  { label: { en: name, zh: name }, from: [1], to: 2, ...more },
];
const action = (id: string, more: Partial<Action> = {}): Action =>
  ({ id, label: { en: id, zh: id }, at: ['row'], to: () => '/', ...more }) as Action;

const names = (...of: Parameters<typeof rowButtons>) => {
  const { first, second, others, destructive } = rowButtons(...of);
  return {
    first: first?.name ?? null,
    second: second?.name ?? null,
    others: others.map(({ name }) => name),
    destructive: destructive.map(({ name }) => name),
  };
};

describe('the buttons of a row', () => {
  test('show the step named by the views first, with the document that it needs beside it', () => {
    const steps = [step('revise'), step('inspect'), step('cancel', { danger: true })];
    const actions = [action('trace', { daily: true, quiet: true }), action('receive', { daily: true })];
    expect(names(steps, actions, 'inspect')).toEqual({
      first: 'inspect',
      second: 'receive',
      others: ['revise', 'trace'],
      destructive: ['cancel'],
    });
  });

  test('show the step declared as leading first if the views name none', () => {
    expect(names([step('stop'), step('start', { leads: true })], [], null)).toEqual({
      first: 'start',
      second: null,
      others: ['stop'],
      destructive: [],
    });
  });

  test('show the first daily action first if there is no step, never a read-only one', () => {
    const actions = [
      action('trace', { daily: true, quiet: true }),
      action('test', { daily: true }),
      action('sell', { daily: true }),
      action('label'),
      action('scrap', { danger: true }),
    ];
    expect(names([], actions, null)).toEqual({
      first: 'test',
      second: null,
      others: ['trace', 'sell', 'label'],
      destructive: ['scrap'],
    });
    expect(names([], actions.slice(0, 1), null)).toEqual({
      first: null,
      second: null,
      others: ['trace'],
      destructive: [],
    });
  });

  test('never show an irreversible action first', () => {
    const steps = [step('void', { danger: true, leads: true })];
    expect(names(steps, [action('scrap', { danger: true, daily: true })], 'void')).toEqual({
      first: null,
      second: null,
      others: [],
      destructive: ['scrap', 'void'],
    });
  });

  test('show every button exactly once', () => {
    const steps = [step('a'), step('b', { leads: true }), step('c', { danger: true })];
    const actions = [action('d', { daily: true }), action('e', { daily: true }), action('f')];
    const { first, second, others, destructive } = names(steps, actions, null);
    expect([first, second, ...others, ...destructive].sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  });
});
