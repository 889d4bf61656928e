import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';

const modules = join(import.meta.dirname, 'modules');
const moduleOf = (file: string) => file.split('/')[0] ?? '';

/** What each module imports of others, with one file that does. */
function importsOfModules(): Map<string, Map<string, string>> {
  const found = new Map<string, Map<string, string>>();
  for (const file of globSync('**/*.{ts,tsx}', { cwd: modules, exclude: ['**/*.test.*'] })) {
    const code = readFileSync(join(modules, file), 'utf8');
    const { staticImports, staticExports, dynamicImports } = parseSync(file, code).module;
    const named = [
      ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
      ...staticExports.flatMap(({ entries }) => entries.map((each) => each.moduleRequest?.value ?? '')),
      ...dynamicImports.map(({ moduleRequest: { start, end } }) => code.slice(start + 1, end - 1)),
    ];
    for (const name of named.filter((each) => each.startsWith('.'))) {
      const target = moduleOf(posix.join(posix.dirname(file), name));
      if (target === '..' || target === moduleOf(file)) continue;
      const imports = found.get(moduleOf(file)) ?? new Map<string, string>();
      found.set(moduleOf(file), imports.set(target, file));
    }
  }
  return found;
}

/** Circles of a graph, each once, with the files that close them. */
function circlesOf(graph: ReadonlyMap<string, ReadonlyMap<string, string>>): string[] {
  const circles: string[] = [];
  const done = new Set<string>();
  const visit = (name: string, path: readonly string[], files: readonly string[]) => {
    const begin = path.indexOf(name);
    if (begin >= 0)
      circles.push(`${[...path.slice(begin), name].join(' → ')} (${files.slice(begin).join(', ')})`);
    if (begin >= 0 || done.has(name)) return;
    for (const [next, file] of graph.get(name) ?? []) visit(next, [...path, name], [...files, file]);
    done.add(name);
  };
  for (const name of graph.keys()) visit(name, [], []);
  return circles;
}

// The rule on files, in .dependency-cruiser.cjs, lets two modules import each other by different files.
test('no modules of the console import each other in a circle', () => {
  const graph = importsOfModules();
  expect(graph.size).toBeGreaterThan(20);
  expect(circlesOf(graph)).toEqual([]);
});

test('a circle of modules is found, with the files that close it', () => {
  const graph = new Map([
    ['a', new Map([['b', 'a/1.ts']])],
    ['b', new Map([['c', 'b/2.ts']])],
    ['c', new Map([['b', 'c/3.ts']])],
  ]);
  expect(circlesOf(graph)).toEqual(['b → c → b (b/2.ts, c/3.ts)']);
});
