import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { guardedPages } from '../routes.tsx';
import { pagesOf } from './menu.ts';

it('fetches only existing catalogues', () => {
  const named = new Set(pagesOf(guardedPages).flatMap((page) => page.catalogues ?? []));
  expect(named.size).toBeGreaterThan(10);
  for (const each of named)
    for (const language of ['en', 'zh'])
      expect(existsSync(join(import.meta.dirname, `../i18n/${language}/${each}.json`)), each).toBe(true);
});
