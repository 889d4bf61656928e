import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RouteMeta } from '../context/route-meta.ts';
import { guardedPages, publicPages } from '../routes.tsx';
import { catalogueFiles } from './catalogue-files.ts';
import { textsOf } from './source-texts.ts';

const web = path.resolve(import.meta.dirname, '..');
const root = path.resolve(web, '../..');
/** Texts that are the same in every language: a key's name, units, algorithms, and commands to be typed. */
const sameEverywhere = /^(Esc|kW|px|SHA-256|Ed25519|(openssl|printf) .*)$/s;

/** The texts of a catalogue by key, with dots between the levels; plural forms are merged under their base. */
function entriesOf(value: unknown, prefix = '', found = new Map<string, string[]>()): Map<string, string[]> {
  if (typeof value === 'string') {
    const key = prefix.replace(/_(zero|one|two|few|many|other)$/, '');
    found.set(key, [...(found.get(key) ?? []), value]);
  } else
    for (const [key, below] of Object.entries(value as object))
      entriesOf(below, prefix ? `${prefix}.${key}` : key, found);
  return found;
}
/** Every key, plural forms separately. */
const rawKeysOf = (value: unknown, prefix = ''): string[] =>
  typeof value === 'string'
    ? [prefix]
    : Object.entries(value as object).flatMap(([key, below]) =>
        rawKeysOf(below, prefix ? `${prefix}.${key}` : key),
      );
const read = (language: string, namespace: string) =>
  JSON.parse(readFileSync(catalogueFiles(language).get(namespace) ?? '', 'utf8')) as unknown;
const namespaces = (language: string) => [...catalogueFiles(language).keys()];
const known = new Map(
  namespaces('en').map((namespace) => [namespace, new Set(entriesOf(read('en', namespace)).keys())]),
);

describe('the catalogues', () => {
  it('exist in both languages', () => expect(namespaces('zh')).toEqual(namespaces('en')));
  it.each(namespaces('en'))('%s says the same things in both', (namespace) => {
    // Texts that the server returns in both languages come as two values, and each catalogue shows its own.
    const placeholders = (language: string) =>
      Object.fromEntries(
        [...entriesOf(read(language, namespace))].map(([key, texts]) => [
          key,
          [
            ...new Set(
              texts.flatMap((text) =>
                [...text.matchAll(/\{\{(\w+)/g)].map(([, name]) => (name === language ? 'words' : name)),
              ),
            ),
          ].sort(),
        ]),
      );
    expect(placeholders('zh')).toEqual(placeholders('en'));
    for (const language of ['en', 'zh'])
      for (const text of [...entriesOf(read(language, namespace)).values()].flat())
        expect(text.trim()).not.toBe('');
  });
  it.each(namespaces('en'))('%s has every plural form that its language needs', (namespace) => {
    for (const [language, forms] of [
      ['en', ['one', 'other']],
      ['zh', ['other']],
    ] as const) {
      const keys = rawKeysOf(read(language, namespace));
      for (const key of keys) {
        const [, base] = /^(.+)_(?:one|other)$/.exec(key) ?? [];
        if (base) for (const form of forms) expect(keys, language).toContain(`${base}_${form}`);
      }
    }
  });
});

interface Use {
  file: string;
  key: string;
  namespaces: string[];
}

/** The keys that the sources use by `t('…')`, with the catalogues that the file opens. */
function usesOf(file: string): Use[] {
  const source = readFileSync(file, 'utf8');
  const hooks = [...source.matchAll(/useTranslation\(\s*(\[[^\]]*\]|'[^']*')?\s*[,)]/g)].map((match) =>
    match[1] ? [...match[1].matchAll(/'([\w-]+)'/g)].map((each) => each[1] as string) : ['common'],
  );
  const opened = hooks.flat();
  // A key without a catalogue is searched in the first one only.
  const searched = hooks.flatMap(([first]) => first ?? []);
  return [...source.matchAll(/\bt\(\s*(['`])((?:(?!\1).)+)\1\s*(,\s*\{[^}]*?\bns:\s*'([\w-]+)')?/g)].map(
    (match) => {
      // A key may have its catalogue as prefix: `things:state.online`.
      const [, before, key] = /^(?:([\w-]+):)?(.+)$/s.exec(match[2] as string) ?? [];
      const named = match[4] ?? (before && opened.includes(before) ? before : undefined);
      return { file: path.relative(web, file), key: key as string, namespaces: named ? [named] : searched };
    },
  );
}

describe('the keys that the sources use', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: web, exclude: ['node_modules/**', 'dist/**'] })
    .map((file) => path.join(web, file))
    .filter((file) => !file.includes('.test.'));
  const uses = files.flatMap(usesOf);

  it('are found by the scan', () => expect(uses.length).toBeGreaterThan(60));
  it('are in a catalogue that the file opens', () => {
    const missing = uses.filter(({ key, namespaces: opened }) => {
      const fixed = key.split('${')[0] as string;
      const has = (keys: Set<string> | undefined) =>
        key.includes('${') ? [...(keys ?? [])].some((each) => each.startsWith(fixed)) : keys?.has(key);
      return opened.length > 0 && !opened.some((namespace) => has(known.get(namespace)));
    });
    expect(missing).toEqual([]);
  });
  it('exist for the site map', () => {
    const titles = (map: readonly RouteMeta[]): string[] =>
      map.flatMap((meta) => [...(meta.title ? [meta.title] : []), ...titles(meta.children ?? [])]);
    for (const title of [...titles(guardedPages), ...titles(publicPages)])
      expect(known.get('routes'), title).toContain(title);
  });
});

const texts = ['apps/web', 'apps/server', 'packages']
  .flatMap((folder) =>
    globSync(`${folder}/**/*.{ts,tsx}`, {
      cwd: root,
      exclude: ['**/node_modules/**', '**/dist/**', '**/*.test.ts', '**/*.test.tsx'],
    }),
  )
  .map((file) => ({
    file,
    ...textsOf(readFileSync(path.join(root, file), 'utf8'), file.endsWith('x') ? 'tsx' : 'ts'),
  }));

describe('the keys of the catalogues', () => {
  // A validation message has its numbers after its key: 'check.range?min=1&max=5'.
  const bare = (text: string) => text.replace(/\?.*$/s, '');
  const literals = new Set(
    texts.flatMap((each) => each.literals.map((text) => bare(text).replace(/_(one|other)$/, ''))),
  );
  const shapes = texts.flatMap(({ templates, literals: beside }) =>
    templates.map((parts) => {
      const end = parts.findIndex((part) => part.includes('?'));
      const fixed = end < 0 ? parts : [...parts.slice(0, end), bare(parts[end] as string)];
      const fits = new RegExp(`^${fixed.map((part) => RegExp.escape(part)).join('.+')}$`);
      // Variable from the first letter on: belongs only to the catalogues that the file opens.
      if (/^[\w-]+[.:]/.test(fixed[0] ?? '')) return { fits };
      return { fits: fixed.some((part) => /\w{4}/.test(part)) ? fits : /$^/, only: beside };
    }),
  );

  it.each([...known])('are all used: %s', (namespace, keys) => {
    const unused = [...keys].filter(
      (key) =>
        ![key, `${namespace}:${key}`].some(
          (each) =>
            literals.has(each) ||
            shapes.some(({ fits, only }) => (!only || only.includes(namespace)) && fits.test(each)),
        ),
    );
    expect(unused).toEqual([]);
  });
});

describe('the sources', () => {
  it('contain no literal texts', () => {
    const loose = texts
      .filter(({ file }) => file.endsWith('.tsx') && !file.startsWith('apps/web/testing/'))
      .flatMap(({ file, shown }) =>
        shown
          .filter((text) => /\p{L}{2}/u.test(text) && !sameEverywhere.test(text.trim()))
          .map((text) => `${file}: ${text.trim()}`),
      );
    expect(loose).toEqual([]);
  });
});

describe('the literal texts of the specification', () => {
  it('are in the English catalogue unchanged', () => {
    expect(read('en', 'errors')).toMatchObject({
      denied: 'Permission Denied！',
      loginFailed: 'login name or password error！',
      loginInvalid: 'account or password is invalid！',
      unauthorized: 'content does not exist！',
      noPermission: 'The current user has no permission',
    });
  });
});
