import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

const repository = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'voltloop-release-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What bin/voltloop of a release runs, without the folder of the server. */
function runs(...args: string[]): string {
  mkdirSync(join(folder, 'bin'), { recursive: true });
  cpSync(join(repository, 'scripts/voltloop.sh'), join(folder, 'bin/voltloop'));
  writeFileSync(join(folder, 'bin/node'), '#!/bin/sh\nprintf "%s" "$*"\n', { mode: 0o755 });
  const text = execFileSync(join(folder, 'bin/voltloop'), args, { encoding: 'utf8' });
  return text.slice(text.indexOf('apps/server/') + 'apps/server/'.length);
}

test('a release has every command of the operator, without npm', () => {
  const commands = Object.entries(manifest.scripts).flatMap(([name, line]) => {
    const program = /^node scripts\/server-program\.mjs (.*)$/.exec(line)?.[1];
    return program ? [[name, program] as const] : [];
  });
  expect(commands.map(([name]) => name)).toContain('backup');
  for (const [name, program] of commands) expect(runs(name, 'a', '--b')).toBe(`${program} a --b`);
});

test('without a command a release starts the server', () => {
  expect(runs()).toBe('main.ts');
  expect(runs('--empty')).toBe('main.ts --empty');
});
