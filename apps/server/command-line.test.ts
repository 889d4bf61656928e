import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { usages, withOwnCommands } from './commands.ts';

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

/** Calls bin/voltloop with a Node that fails. */
function withoutNode(...args: string[]) {
  runs();
  writeFileSync(join(folder, 'bin/node'), '#!/bin/sh\nexit 9\n', { mode: 0o755 });
  return spawnSync(join(folder, 'bin/voltloop'), args, { encoding: 'utf8' });
}

const commands = Object.entries(manifest.scripts).flatMap(([name, line]) => {
  const program = /^node scripts\/server-program\.mjs (.*)$/.exec(line)?.[1];
  return program ? [[name, program] as const] : [];
});
const operatorCommands = commands.map(([name]) => name);

test('a release has every command of the operator, without npm', () => {
  expect(operatorCommands).toContain('backup');
  for (const [name, program] of commands) expect(runs(name, 'a', '--b')).toBe(`${program} a --b`);
});

test('the page of operations names every command about tenants', () => {
  const page = readFileSync(join(repository, 'docs/operations.md'), 'utf8');
  const table = page.slice(page.indexOf('| `npm run tenant --` | |'));
  const named = [...usages.tenant.matchAll(/^npm run tenant -- ([a-z-]+)/gm)].map((match) => match[1]);
  expect(named).toContain('offline-after');
  for (const name of named) expect(table).toMatch(new RegExp(`\`${name}[ \`]`));
});

test('a release names its own commands', () => {
  const text = 'Run npm run restore -- <place> again, then PORT=8081 npm start.';
  expect(withOwnCommands(text, 'bin/voltloop')).toBe(
    'Run bin/voltloop restore <place> again, then PORT=8081 bin/voltloop.',
  );
  expect(withOwnCommands(text, undefined)).toBe(text);
  const { stdout } = run('tenant.ts', ['--help'], { VOLTLOOP_PROGRAM: 'bin/voltloop' });
  expect(stdout).toContain('bin/voltloop tenant list');
});

test.each(['--help', '-h', 'help'])(
  'a release shows its commands for %s without loading the server',
  (option) => {
    const text = withoutNode(option);
    for (const name of [...operatorCommands, '--empty']) expect(text.stdout).toContain(` ${name}`);
    expect(text).toMatchObject({ status: 0, stderr: '' });
  },
);

test.each(['--demo', 'backups'])('a release refuses %s with its commands', (option) => {
  const { status, stderr, stdout } = withoutNode(option);
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toContain(`${option} is not known`);
  expect(stderr).toContain(' backup');
});

test.each([
  [['--help'], 0],
  [['--demo'], 1],
])('npm start %j prints its options without installing anything', (args, code) => {
  const start = join(repository, 'scripts/start.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [start, ...args], { encoding: 'utf8' });
  expect(status).toBe(code);
  expect(code === 0 ? stdout : stderr).toContain('--empty');
  expect(code === 0 ? stdout : stderr).toContain('docs/operations.md');
});

test('without a command a release starts the server', () => {
  expect(runs()).toBe('main.ts');
  expect(runs('--empty')).toBe('main.ts --empty');
});

test.each(['.gitignore', '.dockerignore', 'scripts/release.mjs'])(
  'secrets and settings of compose.yaml are left out by %s',
  (file) => {
    const text = readFileSync(join(repository, file), 'utf8');
    for (const path of ['deploy/docker/secrets', 'deploy/docker/settings.env']) expect(text).toContain(path);
  },
);

/** A program of the server, as its operator runs it. */
function run(file: string, args: readonly string[], env: Record<string, string>) {
  const program = [join(import.meta.dirname, file), ...args];
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return spawnSync(process.execPath, program, {
    encoding: 'utf8',
    env: { PATH, NODE_COMPILE_CACHE, ...env },
  });
}

test.each([
  ['backup/backup-run.ts', [join(folder, 'backup')]],
  ['tenant.ts', ['list']],
  ['stock-ledger.ts', ['check']],
])('%s does not create an instance where there is none', (file, args) => {
  const DATA_DIR = join(folder, 'missing');
  const { status, stderr } = run(file, args, { DATA_DIR });
  expect(stderr).toContain(`There is no instance of Voltloop in the data folder ${DATA_DIR}.`);
  expect([status, existsSync(DATA_DIR)]).toEqual([2, false]);
});

test.each(commands)('npm run %s shows its options without loading the server', (name, program) => {
  // Nothing else of the server is there.
  const [file = '', ...args] = program.split(' ');
  const light = join(folder, 'light');
  for (const each of [file, 'commands.ts']) cpSync(join(import.meta.dirname, each), join(light, each));
  writeFileSync(join(light, 'package.json'), '{"type":"module"}');
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(light, file), ...args, '--help'], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain(`npm run ${name}`);
});

test.each([
  [['--help'], 0, ''],
  [[], 2, 'Unknown arguments.'],
  [['limits', 'North', '--bogus', '3'], 2, "Unknown option '--bogus'"],
])('the command about tenants shows its options for %j', (args, code, message) => {
  const { status, stdout, stderr } = run('tenant.ts', args, {});
  expect(status).toBe(code);
  expect(code === 0 ? stdout : stderr).toContain('npm run tenant -- list');
  expect(stderr).toContain(message);
});
