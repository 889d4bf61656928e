import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { attributePage } from './attribute-page.ts';

test('docs/passport.md is up to date (else: node apps/server/modules/ledger/passport/attribute-page-write.ts)', async () => {
  const text = await readFile(new URL('../../../../../docs/passport.md', import.meta.url), 'utf8');
  expect(text).toBe(attributePage());
});
