import { attributes } from '@voltloop/domain/passport/index.ts';
import { expect, test } from 'vitest';
import { readers } from './derive.ts';

test('each derived value has a reader for each of its origins, and no other', () => {
  const expected = attributes.flatMap(({ code, origins }) =>
    origins.flatMap((origin) => (origin.startsWith('entered') ? [] : [`${code} ${origin}`])),
  );
  const read = Object.entries(readers).flatMap(([code, by]) =>
    Object.keys(by).map((origin) => `${code} ${origin}`),
  );
  expect(read.sort()).toEqual(expected.sort());
});
