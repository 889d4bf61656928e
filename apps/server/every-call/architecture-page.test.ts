import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const page = readFileSync(`${root}docs/architecture.md`, 'utf8');

const below = (folder: string) => readdirSync(`${root}apps/server/modules/${folder}`);
/** As `group/module`. */
const modules = below('').flatMap((group) => below(group).map((name) => `${group}/${name}`));

describe('docs/architecture.md', () => {
  test('has a row for each module of the server in the table of its group, and no other', () => {
    const chapter = page.slice(page.indexOf('### Server modules'), page.indexOf('### Layers of the console'));
    const rows = chapter
      .split(/^#### /m)
      .slice(1)
      .flatMap((section) =>
        [...section.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => `${section.split('\n')[0]}/${name}`),
      );
    expect(rows.toSorted()).toEqual(modules.toSorted());
  });

  test('names only files and folders that exist', () => {
    const places = [
      '',
      'apps/server/',
      'apps/web/',
      'packages/',
      'packages/resources/',
      'apps/server/modules/records/resources/engine/',
    ];
    const inner = [
      'fleet/telemetry',
      'ledger/documents',
      'fleet/events',
      'fleet/live',
      'records/resources',
      'people/accounts',
    ].map((module) => `apps/server/modules/${module}/`);
    const more = [
      'packages/protocol/',
      'packages/resource-kit/',
      'apps/server/embedded/',
      'apps/web/modules/resources/',
    ];
    const paths = [...page.matchAll(/`([\w./-]+\/|[\w./-]+\.(?:ts|tsx|md|json))`/g)].map(
      ([, path]) => path as string,
    );
    expect(paths.length).toBeGreaterThan(60);
    const missing = paths.filter(
      (path) => ![...places, ...inner, ...more].some((place) => existsSync(`${root}${place}${path}`)),
    );
    // A pattern, and two file names of every module.
    expect(missing.filter((path) => !['rules.ts', 'store.ts', 'routes.ts'].includes(path))).toEqual([]);
  });
});
