import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { apiPage, cellsOf, linesOf, readSources } from './api-page.ts';

const docs = new URL('../../../docs/', import.meta.url);
const lines = linesOf(await readSources());
const text = await readFile(new URL('api.md', docs), 'utf8');

test('docs/api.md lists each call, its name, its access, and the file that implements it (else: node apps/server/every-call/api-page-write.ts)', () => {
  const rows = text.split('\n').filter((line) => /^\| (GET|POST|PUT|PATCH|DELETE) /.test(line));
  // The other columns list tests, which change too often for a strict comparison.
  const documented = rows.map((row) => row.split(' | ').slice(0, -1).join(' | ')).sort();
  expect(documented).toEqual(lines.map((line) => `| ${cellsOf(line).slice(0, -1).join(' | ')}`).sort());
});

test('every call has an implementation', () => {
  expect(lines.filter((line) => line.file === null).map((line) => line.route.name)).toEqual([]);
});

test('the text of docs/api.md outside its tables is unchanged, and its links resolve', () => {
  const before = (page: string) => page.slice(0, page.indexOf('| Call |'));
  expect(before(text)).toBe(before(apiPage(lines)));
  const links = [...text.matchAll(/\]\(([^)#]+)\)/g)].map((m) => m[1] as string);
  expect(links.filter((link) => !existsSync(new URL(link, docs)))).toEqual([]);
});
