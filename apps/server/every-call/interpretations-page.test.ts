import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');
/** Hand-written text of the repository: no lock file, no generated document, no binary. */
const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((path) => /\.(tsx?|mjs|md|sql|css|json)$/.test(path) && !/package-lock|openapi\.json/.test(path));

const ID = '[A-D](?:0[1-9]|[1-6]\\d)';
/** "interpretation A34", "interpretations A12, C28", "(C21)"; "decisions B08" in migrations, which never change. */
const citation = new RegExp(
  `(?:[Ii]nterpretations?|[Dd]ecisions?)\\s(?:\\* )?${ID}(?:,\\s${ID})*|\\(${ID}(?:, ${ID})*\\)`,
  'g',
);
const idsIn = (text: string) => text.match(new RegExp(ID, 'g')) ?? [];

const page = read('docs/interpretations.md');
const explained = new Set([...page.matchAll(new RegExp(`^\\| (${ID}) \\|`, 'gm'))].map(([, id]) => id));
const sections = new Set([...page.matchAll(/^\| (\d) \|/gm)].map(([, number]) => number));

describe('citations of the specification', () => {
  test('an id cited by code, tests or documents is explained in docs/interpretations.md', () => {
    const unknown = files.flatMap((path) =>
      (read(path).match(citation) ?? []).flatMap((cited) =>
        idsIn(cited)
          .filter((id) => !explained.has(id))
          .map((id) => `${path}: ${id}`),
      ),
    );
    expect(unknown).toEqual([]);
  });

  test('an id of docs/deviations.md is explained there too', () => {
    const ids = [...read('docs/deviations.md').matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell]) =>
      idsIn(cell as string),
    );
    expect(ids.length).toBeGreaterThan(20);
    expect(ids.filter((id) => !explained.has(id))).toEqual([]);
  });

  test('a cited section of the specification exists', () => {
    const unknown = files.flatMap((path) =>
      [...read(path).matchAll(/specification(?:’s|'s)?,? sections? (\d+)/gi)]
        .filter(([, number]) => !sections.has(number as string))
        .map(([text]) => `${path}: ${text}`),
    );
    expect(unknown).toEqual([]);
  });

  test('only migrations call an interpretation a decision', () => {
    const wrong = files.filter(
      (path) =>
        !/\.sql$|^docs\/interpretations\.md$|interpretations-page\.test\.ts$/.test(path) &&
        new RegExp(`[Dd]ecisions? ${ID}`).test(read(path)),
    );
    expect(wrong).toEqual([]);
  });
});
