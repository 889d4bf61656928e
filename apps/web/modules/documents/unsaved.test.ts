import { expect, test } from 'vitest';
import { withUnsaved } from './unsaved.ts';

const [a, b, c] = ['a', 'b', 'c'].map((clientKey) => ({ clientKey })) as [
  { clientKey: string },
  { clientKey: string },
  { clientKey: string },
];

test('unsaved changes are shown over the saved lines', () => {
  const changed = { ...b, kg: 'abc' };
  const unsaved = new Map([
    ['a', null],
    ['b', changed],
    ['c', c],
  ]);
  expect(withUnsaved([a, b], unsaved)).toEqual([changed, c]);
  expect(withUnsaved([a, b], new Map())).toEqual([a, b]);
});
