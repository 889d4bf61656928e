import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const plain = (text: string) => text.replaceAll('’', "'").replace(/\s+/g, ' ').toLowerCase();

const page = readFileSync(join(root, 'docs/requirements.md'), 'utf8');
/** Its rows, as lists of cells. */
const rows = page
  .split('\n')
  .filter((line) => /^\| R\d-\d{3} \|/.test(line))
  .map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

test('every row appears once, with its five cells', () => {
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

test('a row without a test is a deviation with a reason', () => {
  const deviations = readFileSync(join(root, 'docs/deviations.md'), 'utf8');
  const untested = rows.filter(([, , , shownBy]) => !shownBy);
  expect(
    untested.filter(
      ([id = '', , , , note = '']) => !note.startsWith('deviation') || !deviations.includes(id),
    ),
  ).toEqual([]);
  const shown = rows.length - untested.length;
  expect(page).toContain(
    `${rows.length} rows, ${shown} of them shown by a test; ${untested.length} are deviations.`,
  );
});
