import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { guardedPages, publicPages } from '../routes.tsx';
import type { RouteMeta } from '../shell/route-meta.ts';

const web = path.resolve(import.meta.dirname, '..');
const ui = path.resolve(web, '../../packages/ui');

/** The texts of a catalogue by key, with dots between the levels; plural forms come together under their base. */
function entriesOf(value: unknown, prefix = '', found = new Map<string, string[]>()): Map<string, string[]> {
  if (typeof value === 'string') {
    const key = prefix.replace(/_(zero|one|two|few|many|other)$/, '');
    found.set(key, [...(found.get(key) ?? []), value]);
  } else
    for (const [key, below] of Object.entries(value as object))
      entriesOf(below, prefix ? `${prefix}.${key}` : key, found);
  return found;
}
const read = (language: string, namespace: string) =>
  JSON.parse(readFileSync(path.join(web, 'i18n', language, `${namespace}.json`), 'utf8')) as unknown;
const namespaces = (language: string) =>
  globSync('*.json', { cwd: path.join(web, 'i18n', language) })
    .map((file) => path.basename(file, '.json'))
    .sort();
const known = new Map(
  namespaces('en').map((namespace) => [namespace, new Set(entriesOf(read('en', namespace)).keys())]),
);

describe('the catalogues', () => {
  it('exist in both languages', () => expect(namespaces('zh')).toEqual(namespaces('en')));
  it.each(namespaces('en'))('%s says the same things in both', (namespace) => {
    const placeholders = (language: string) =>
      Object.fromEntries(
        [...entriesOf(read(language, namespace))].map(([key, texts]) => [
          key,
          [
            ...new Set(texts.flatMap((text) => [...text.matchAll(/\{\{(\w+)/g)].map((match) => match[1]))),
          ].sort(),
        ]),
      );
    expect(placeholders('zh')).toEqual(placeholders('en'));
    for (const language of ['en', 'zh'])
      for (const text of [...entriesOf(read(language, namespace)).values()].flat())
        expect(text.trim()).not.toBe('');
  });
});

interface Use {
  file: string;
  key: string;
  namespaces: string[];
}

/** The keys that the sources ask for by `t('…')`, with the catalogues that the file opens. */
function usesOf(file: string): Use[] {
  const source = readFileSync(file, 'utf8');
  const opened = [...source.matchAll(/useTranslation\(\s*(\[[^\]]*\]|'[^']*')?\s*[,)]/g)].flatMap((match) =>
    match[1] ? [...match[1].matchAll(/'([\w-]+)'/g)].map((each) => each[1] as string) : ['common'],
  );
  return [...source.matchAll(/\bt\(\s*(['`])((?:(?!\1).)+)\1\s*(,\s*\{[^}]*?\bns:\s*'([\w-]+)')?/g)].map(
    (match) => ({
      file: path.relative(web, file),
      key: match[2] as string,
      namespaces: match[4] ? [match[4]] : opened,
    }),
  );
}

describe('the keys that the sources use', () => {
  const files = [
    ...globSync('**/*.{ts,tsx}', { cwd: web, exclude: ['node_modules/**', 'dist/**'] }).map((file) =>
      path.join(web, file),
    ),
    ...globSync('**/*.{ts,tsx}', { cwd: ui }).map((file) => path.join(ui, file)),
  ].filter((file) => !file.includes('.test.'));
  const uses = files.flatMap(usesOf);

  it('are found at all', () => expect(uses.length).toBeGreaterThan(60));
  it('are in a catalogue that the file opens', () => {
    const missing = uses.filter(({ key, namespaces: opened }) => {
      const fixed = key.split('${')[0] as string;
      const has = (keys: Set<string> | undefined) =>
        key.includes('${') ? [...(keys ?? [])].some((each) => each.startsWith(fixed)) : keys?.has(key);
      return opened.length > 0 && !opened.some((namespace) => has(known.get(namespace)));
    });
    expect(missing).toEqual([]);
  });
  it('hold for the site map', () => {
    const titles = (map: readonly RouteMeta[]): string[] =>
      map.flatMap((meta) => [...(meta.title ? [meta.title] : []), ...titles(meta.children ?? [])]);
    for (const title of [...titles(guardedPages), ...titles(publicPages)])
      expect(known.get('routes'), title).toContain(title);
  });
});

describe('the literal texts of the specification', () => {
  it('stand in the English catalogue to the letter', () => {
    expect(read('en', 'errors')).toMatchObject({
      denied: 'Permission Denied！',
      loginFailed: 'login name or password error！',
      loginInvalid: 'account or password is invalid！',
      unauthorized: 'content does not exist！',
      noPermission: 'The current user has no permission',
    });
  });
});
