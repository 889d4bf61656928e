import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const plain = (text: string) => text.replaceAll('’', "'").replace(/\s+/g, ' ').toLowerCase();

/** The rows of docs/requirements.md: the cells between the bars. */
const rows = readFileSync(join(root, 'docs/requirements.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| R\d-\d{3} \|/.test(line))
  .map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

test('every row stands once, with its five cells', () => {
  expect(rows.length).toBeGreaterThan(500);
  expect(rows.filter((cells) => cells.length !== 5).map((cells) => cells[0])).toEqual([]);
  expect(new Set(rows.map((cells) => cells[0])).size).toBe(rows.length);
});

test('each test file that it names exists, and has the title that it names', () => {
  const wrong: string[] = [];
  const sources = new Map<string, string>();
  for (const [id, , , shownBy = ''] of rows) {
    for (const [, file = '', title] of shownBy.matchAll(/`([^`]+)`(?: › ([^;]+))?/g)) {
      const path = join(root, file);
      if (!existsSync(path)) {
        wrong.push(`${id}: ${file} does not exist`);
        continue;
      }
      const source = sources.get(file) ?? plain(readFileSync(path, 'utf8'));
      sources.set(file, source);
      if (title && !source.includes(plain(title).trim())) wrong.push(`${id}: ${file} has no test "${title}"`);
    }
  }
  expect(wrong).toEqual([]);
});

test('a row without a test says so', () => {
  const silent = rows.filter(([, , , shownBy, note = '']) => !shownBy && !note.startsWith('no test'));
  expect(silent.map((cells) => cells[0])).toEqual([]);
});
