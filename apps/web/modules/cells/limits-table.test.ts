import { runMatching } from '@voltloop/contract';
import { houseLimits } from '@voltloop/domain/matching/limits.ts';
import { expect, test } from 'vitest';
import { limitsOf } from './limits-table.tsx';

test('the limits of the form are those that a matching takes', () => {
  const limits = limitsOf(houseLimits);
  expect(runMatching.body?.shape.limits.parse(limits)).toEqual(limits);
});
