import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const packages = path.resolve(import.meta.dirname, '../../../packages');

/** Every key that the check library and the resource kit can say; what a key is followed by are its values. */
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

describe('the catalogue of the check library', () => {
  it.each(['en', 'zh'])('has every key that a check can say, and no other, in %s', (language) => {
    const file = path.join(import.meta.dirname, language, 'checks.json');
    expect(keysOf(JSON.parse(readFileSync(file, 'utf8')), '').sort()).toEqual([...said].sort());
  });
});
