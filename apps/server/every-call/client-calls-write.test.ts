import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { clientCallsFile, clientCallsText, clientRoutesFile, clientRoutesText } from './client-calls.ts';

test.each([
  ['types', clientCallsFile, clientCallsText],
  ['addresses', clientRoutesFile, clientRoutesText],
])('the %s of the client are those of the calls (else: npm run generate)', async (_, file, text) => {
  const [kept, made] = [await readFile(file, 'utf8'), text()].map((each) => each.split('\n'));
  // The first differing line is a clearer message than two whole files.
  const at = (made ?? []).findIndex((line, i) => line !== kept?.[i]);
  expect(kept?.[at]).toBe(made?.[at]);
  expect(kept).toHaveLength(made?.length ?? 0);
});
