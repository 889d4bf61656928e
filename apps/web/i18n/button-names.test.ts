import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { catalogueFiles } from './catalogue-files.ts';

type Catalogue = { [key: string]: string | Catalogue };

/** Labels of buttons in rows; `<verb>Of` is the accessible name of such a button, including the row. */
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

/** Accessible names that do not contain the visible label: speech-control users could not activate the button. */
function strange(catalogue: Catalogue, path: string): string[] {
  return Object.entries(catalogue).flatMap(([key, words]) => {
    if (typeof words !== 'string') return strange(words, `${path}.${key}`);
    const name = catalogue[`${key}Of`];
    if (!verbs.includes(key) || typeof name !== 'string') return [];
    return name.toLowerCase().includes(words.toLowerCase()) ? [] : [`${path}.${key}: ${words} / ${name}`];
  });
}

it.each(['en', 'zh'])('names buttons by their visible text (%s)', (language) => {
  const found = [...catalogueFiles(language)].flatMap(([namespace, file]) =>
    strange(JSON.parse(readFileSync(file, 'utf8')) as Catalogue, namespace),
  );
  expect(found).toEqual([]);
});
