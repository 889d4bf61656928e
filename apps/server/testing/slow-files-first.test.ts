import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { measured_s } from './slow-files-first.ts';

test('each file with a measured duration exists', () => {
  const root = new URL('../../../', import.meta.url);
  expect(Object.keys(measured_s).filter((file) => !existsSync(new URL(file, root)))).toEqual([]);
});
