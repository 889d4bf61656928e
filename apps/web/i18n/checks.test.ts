import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogueFiles } from './catalogue-files.ts';
import { problemKeys } from './source-texts.ts';

const packages = path.resolve(import.meta.dirname, '../../../packages');

/** Every key that the check library and the resource kit can return, without its values. */
const said = new Set(
  globSync(['domain/{checks,battery-code}/*.ts', 'resource-kit/*.ts'], {
    cwd: packages,
    exclude: ['**/*.test.ts'],
  }).flatMap((file) =>
    [...readFileSync(path.join(packages, file), 'utf8').matchAll(/['`](check\.[\w.]+)['`?]/g)].map(
      (match) => match[1],
    ),
  ),
);

function keysOf(value: unknown, prefix: string): string[] {
  if (typeof value === 'string') return [prefix];
  return Object.entries(value as object).flatMap(([key, below]) =>
    keysOf(below, prefix ? `${prefix}.${key}` : key),
  );
}

const catalogueKeys = (language: string, namespace: string) =>
  keysOf(JSON.parse(readFileSync(catalogueFiles(language).get(namespace) ?? '', 'utf8')), '');

describe('the catalogue of the check library', () => {
  it.each(['en', 'zh'])('has exactly the keys that checks can return, in %s', (language) => {
    expect(catalogueKeys(language, 'checks').sort()).toEqual([...said].sort());
  });
});

describe('the catalogue of the rules of resources', () => {
  const folders = globSync('resources/*/*.rules.ts', { cwd: packages }).map(path.dirname);
  const sources = (folder: string) =>
    globSync(`${folder}/*.ts`, { cwd: packages, exclude: ['**/*.test.ts'] }).map((file) =>
      readFileSync(path.join(packages, file), 'utf8'),
    );
  const raised = folders.flatMap((folder) => problemKeys(sources(folder)));

  it('is compared with a plausible number of keys', () => expect(raised.length).toBeGreaterThan(25));
  it.each(['en', 'zh'])('has a text for every refusal of the server in %s', (language) => {
    const known = [...catalogueKeys(language, 'rules'), ...catalogueKeys(language, 'fields')];
    expect(raised.filter((key) => !known.some((each) => key.test(each))).map(String)).toEqual([]);
  });
});
