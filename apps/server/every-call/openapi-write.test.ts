import { readFile } from 'node:fs/promises';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { openapiFile, openapiText } from './openapi-write.ts';

test('docs/openapi.json matches the calls (else: node apps/server/every-call/openapi-write.ts)', async () => {
  const [kept, made] = [await readFile(openapiFile, 'utf8'), openapiText()].map((text) => text.split('\n'));
  // The first differing line is a clearer message than two whole documents.
  const at = (made ?? []).findIndex((line, i) => line !== kept?.[i]);
  expect(kept?.[at]).toBe(made?.[at]);
  expect(kept).toHaveLength(made?.length ?? 0);
});

test('the document is valid OpenAPI, and every reference in it resolves', async () => {
  const validator = new Validator();
  expect(await validator.validate(JSON.parse(openapiText()))).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
  // Throws for an unresolved reference.
  validator.resolveRefs();
}, 60_000);
