import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Classes of CSS modules and what wears them: no compiler says when one of the two is gone. */

const roots = [import.meta.dirname, join(import.meta.dirname, '../../packages/ui')];
const files = roots.flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => !/(^|\/)(node_modules|dist)\//.test(path))
    .map((path) => join(root, path)),
);
const read = (path: string) => readFileSync(path, 'utf8');

/** The classes that a style sheet has. */
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
  /** By `styles[…]`: any of them may be worn. */
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
  it('are there where they are worn', () => {
    const missing = sheets.flatMap((sheet) => {
      const has = classesOf(sheet);
      return (wearing.get(sheet) ?? []).flatMap(({ file, names }) =>
        [...names].filter((name) => !has.has(name)).map((name) => `${short(file)}: ${name}`),
      );
    });
    expect(missing).toEqual([]);
  });
  it('are worn', () => {
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
