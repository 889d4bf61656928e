import { expect, it } from 'vitest';
import { catalogueFiles } from '../i18n/catalogue-files.ts';
import { guardedPages } from '../routes.tsx';
import { pagesOf } from './menu.ts';

it('fetches only existing catalogues', () => {
  const named = new Set(pagesOf(guardedPages).flatMap((page) => page.catalogues ?? []));
  expect(named.size).toBeGreaterThan(10);
  for (const language of ['en', 'zh']) {
    const known = catalogueFiles(language);
    expect([...named].filter((each) => !known.has(each))).toEqual([]);
  }
});
