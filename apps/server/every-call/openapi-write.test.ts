import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openapiFile, openapiText } from './openapi-write.ts';

test('docs/openapi.json is what the calls are (else: node apps/server/every-call/openapi-write.ts)', async () => {
  const [kept, made] = [await readFile(openapiFile, 'utf8'), openapiText()].map((text) => text.split('\n'));
  // The first line that differs says more than two megabytes beside each other.
  const at = (made ?? []).findIndex((line, i) => line !== kept?.[i]);
  expect(kept?.[at]).toBe(made?.[at]);
  expect(kept).toHaveLength(made?.length ?? 0);
});
