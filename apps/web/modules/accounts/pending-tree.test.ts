import { expect, it } from 'vitest';
import { childrenLeft } from './pending-tree.ts';

it('counts the accounts below one without pending deletions', () => {
  const agent = { id: 'agent', children_total: 2 };
  expect(childrenLeft(agent, new Map())).toBe(2);
  const one = new Map([
    ['a', 'agent'],
    ['b', 'other'],
    ['root', null],
  ]);
  expect(childrenLeft(agent, one)).toBe(1);
  // Already deleted on the server, and not included in its count.
  expect(childrenLeft({ ...agent, children_total: 0 }, one)).toBe(0);
});
