import { expect, it } from 'vitest';
import { pastOf } from './demo.ts';

it('reports the progress of the demo history while it is written, and nothing afterwards', () => {
  expect(pastOf({ type: 'past', done: 3, total: 24 })).toEqual({ done: 3, total: 24 });
  expect(pastOf({ type: 'past', done: 24, total: 24 })).toBeUndefined();
  expect(pastOf({ type: 'ready' })).toBeUndefined();
});
