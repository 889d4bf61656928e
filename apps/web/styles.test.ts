import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Classes of CSS modules and their uses: no compiler reports a missing one. */

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((path) => !/(^|\/)(node_modules|dist)\//.test(path))
  .map((path) => join(import.meta.dirname, path));
const read = (path: string) => readFileSync(path, 'utf8');

/** The classes of a style sheet. */
function classesOf(path: string): Set<string> {
  const css = read(path)
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/:global\([^)]*\)/g, '');
  const heads = css.match(/[^{};]+(?=\{)/g) ?? [];
  return new Set(heads.join().match(/(?<=\.)[A-Za-z_][\w-]*/g) ?? []);
}

interface Wearing {
  file: string;
  names: Set<string>;
  /** Used as `styles[…]`: any class may be used. */
  any: boolean;
}

const wearing = new Map<string, Wearing[]>();
for (const file of files.filter((path) => /\.tsx?$/.test(path))) {
  const text = read(file);
  for (const [, name, from] of text.matchAll(/^import (\w+) from '([^']+\.module\.css)';/gm)) {
    const sheet = resolve(dirname(file), from ?? '');
    const names = new Set(text.match(new RegExp(`(?<=(?<!['\\w/.-])${name}\\.)\\w+`, 'g')) ?? []);
    const any = text.includes(`${name}[`);
    wearing.set(sheet, [...(wearing.get(sheet) ?? []), { file, names, any }]);
  }
}
const sheets = files.filter((path) => path.endsWith('.module.css'));
const short = (path: string) => relative(join(import.meta.dirname, '../..'), path);

describe('the classes of the console', () => {
  it('exist where they are used', () => {
    const missing = sheets.flatMap((sheet) => {
      const has = classesOf(sheet);
      return (wearing.get(sheet) ?? []).flatMap(({ file, names }) =>
        [...names].filter((name) => !has.has(name)).map((name) => `${short(file)}: ${name}`),
      );
    });
    expect(missing).toEqual([]);
  });
  it('are all used', () => {
    const idle = sheets.flatMap((sheet) => {
      const worn = wearing.get(sheet) ?? [];
      if (worn.some(({ any }) => any)) return [];
      const names = new Set(worn.flatMap((each) => [...each.names]));
      return [...classesOf(sheet)]
        .filter((name) => !names.has(name))
        .map((name) => `${short(sheet)}: ${name}`);
    });
    expect(idle).toEqual([]);
  });
});

/** Walls, the sign-in illustration and codes read from afar scale with the screen; print uses points; 404 is an image. */
const ownSizes =
  /(visual\/wall-page|dashboard\/operation-page|ui\/wall\/wall|entry\/entry-frame|documents\/scan-desk|ui\/page\/plain-page)\.module\.css$|\/print\//;

describe('the text of the console', () => {
  const declared = (property: string) =>
    files
      .filter((path) => path.endsWith('.css'))
      .flatMap((path) =>
        [...read(path).matchAll(new RegExp(`(?<![\\w-])${property}:\\s*([^;]+);`, 'g'))].map((found) => ({
          path: short(path),
          value: found[1] ?? '',
        })),
      );
  it('has three weights', () => {
    const found = declared('font-weight').filter(({ value }) => !/^(400|500|600|inherit)$/.test(value));
    expect(found).toEqual([]);
  });
  it('has the sizes of the tokens', () => {
    const found = declared('font-size').filter(
      ({ path, value }) => !/^(var\(--vl-text-\w+\)|inherit|100%)$/.test(value) && !ownSizes.test(path),
    );
    expect(found).toEqual([]);
  });
});

describe('red text', () => {
  it('has the colour of the tokens in menus and subtle buttons: that of Mantine is too light', () => {
    const light = files
      .filter((path) => /\.tsx$/.test(path))
      .filter((path) =>
        [...read(path).matchAll(/<(Menu\.Item|Button)\b(?:[^<>]|=>)*/g)].some(
          ([head, tag]) =>
            (tag === 'Menu.Item' && /color="red|color: 'red/.test(head)) ||
            (tag === 'Button' && /\bcolor="red"/.test(head) && !/\bc="var\(--vl-danger-ink\)"/.test(head)) ||
            /\bc="red/.test(head),
        ),
      );
    expect(light.map(short)).toEqual([]);
  });
});
