import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

type Catalogue = { [key: string]: string | Catalogue };

/** What buttons of a row do; `<verb>Of` is the name of such a button for a screen reader, with the row in it. */
const verbs = [
  'acknowledge',
  'confirm',
  'delete',
  'edit',
  'issue',
  'remove',
  'resume',
  'retry',
  'takeBack',
  'test',
];

/** Names that do not begin with, or hold, the words that are seen: who speaks to the console could not press the button. */
function strange(catalogue: Catalogue, path: string): string[] {
  return Object.entries(catalogue).flatMap(([key, words]) => {
    if (typeof words !== 'string') return strange(words, `${path}.${key}`);
    const name = catalogue[`${key}Of`];
    if (!verbs.includes(key) || typeof name !== 'string') return [];
    return name.toLowerCase().includes(words.toLowerCase()) ? [] : [`${path}.${key}: ${words} / ${name}`];
  });
}

it.each(['en', 'zh'])('names buttons by their visible text (%s)', (language) => {
  const folder = join(import.meta.dirname, language);
  const found = globSync('*.json', { cwd: folder }).flatMap((file) =>
    strange(JSON.parse(readFileSync(join(folder, file), 'utf8')) as Catalogue, file),
  );
  expect(found).toEqual([]);
});
