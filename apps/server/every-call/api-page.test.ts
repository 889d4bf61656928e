import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { apiPage, cellsOf, linesOf, readSources } from './api-page.ts';

const docs = new URL('../../../docs/', import.meta.url);
const lines = linesOf(await readSources());
const text = await readFile(new URL('api.md', docs), 'utf8');

test('docs/api.md says each call, its name, who may, and the file that implements it (else: node apps/server/every-call/api-page-write.ts)', () => {
  const rows = text.split('\n').filter((line) => /^\| (GET|POST|PUT|PATCH|DELETE) /.test(line));
  // Which tests there are besides changes too often to be held to the letter.
  const said = rows.map((row) => row.split(' | ').slice(0, -1).join(' | ')).sort();
  expect(said).toEqual(lines.map((line) => `| ${cellsOf(line).slice(0, -1).join(' | ')}`).sort());
});

test('every call is implemented somewhere', () => {
  expect(lines.filter((line) => line.file === null).map((line) => line.route.name)).toEqual([]);
});

test('what docs/api.md says besides its tables is as it is written, and its links lead somewhere', () => {
  const before = (page: string) => page.slice(0, page.indexOf('| Call |'));
  expect(before(text)).toBe(before(apiPage(lines)));
  const links = [...text.matchAll(/\]\(([^)#]+)\)/g)].map((m) => m[1] as string);
  expect(links.filter((link) => !existsSync(new URL(link, docs)))).toEqual([]);
});
