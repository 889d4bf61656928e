// Everything a fresh clone needs before anything runs, in plain JavaScript for Node 20 with nothing installed.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from './lock.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const modules = join(root, 'node_modules');

/** Ends with one sentence and what to do. */
export function fail(message, hint) {
  process.stderr.write(`\n${message}\n${hint}\n`);
  process.exit(1);
}

function checkNode() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < 20) {
    fail(
      `Node ${process.versions.node} is too old for Voltloop.`,
      'Install Node 20 or newer (https://nodejs.org) and try again; the server itself then uses its own pinned version.',
    );
  }
}

const hashOf = (...texts) => texts.reduce((h, t) => h.update(t), createHash('sha256')).digest('hex');

/** Runs a command, quiet unless it fails: a line for the step, with its duration once it is done. */
function run(what, command, args, options = {}) {
  const started = Date.now();
  const seconds = () => ((Date.now() - started) / 1000).toFixed(1);
  const { isTTY } = process.stdout;
  process.stdout.write(isTTY ? `${what} …` : `${what}\n`);
  const ticking = isTTY
    ? setInterval(() => process.stdout.write(`\r\u001b[2K${what} … ${Math.round(seconds())} s`), 1000)
    : undefined;
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], ...options });
    let output = '';
    child.stdout.on('data', (d) => (output += d));
    child.stderr.on('data', (d) => (output += d));
    child.on('error', (e) => fail(`${what}: ${e.message}`, `Is ${command} on the PATH?`));
    child.on('exit', (code) => {
      clearInterval(ticking);
      process.stdout.write(`${isTTY ? '\r\u001b[2K' : ''}${what}: ${seconds()} s\n`);
      if (code === 0) return resolve();
      fail(
        `${what} failed.\n${output.trim()}`,
        'The lines above name the cause; fix it and run the same command again.',
      );
    });
  });
}

/**
 * The environment for everything started from here: the pinned Node and the project's tools come first. What Node makes
 * of the sources is kept: without it each start strips the types of all of them again, and the stripper's 20 MB stay in memory.
 */
export const env = {
  NODE_COMPILE_CACHE: join(modules, '.cache', 'compiled'),
  ...process.env,
  PATH: [join(modules, 'node', 'bin'), join(modules, '.bin'), process.env.PATH].join(delimiter),
};

/** The pinned Node. */
export const node = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

const stampOf = (folder) => join(folder, '.voltloop-stamp');
const hasStamp = (folder, wanted) =>
  existsSync(stampOf(folder)) && readFileSync(stampOf(folder), 'utf8') === wanted;

/**
 * Does `work` unless it `isDone`, in one process at a time: npm scripts started at once in a new clone would install into
 * the same folder.
 */
async function once(isDone, work) {
  if (isDone()) return;
  await withLock(
    join(root, '.cache', 'prepare.lock'),
    async () => {
      if (!isDone()) await work();
    },
    (pid) => process.stdout.write(`Waiting for process ${pid}, which is preparing this folder\n`),
  );
}

/** What running the server, the demo and the console needs; development tools are several hundred packages more. */
const RUNNING = [
  'apps/server',
  'apps/web',
  'packages/contract',
  'packages/device-models',
  'packages/domain',
  'packages/protocol',
  'packages/resource-kit',
  'packages/resources',
  'simulator',
];

/** Installs dependencies when some are missing or the lock file has changed since: only those for running, or all. */
async function install(tools) {
  const lock = hashOf(readFileSync(join(root, 'package-lock.json')), process.platform, process.arch);
  const [some, all] = [`${lock} running`, lock];
  const has = () => existsSync(node) && (hasStamp(modules, all) || (!tools && hasStamp(modules, some)));
  await once(has, () => installAs(tools ? all : some, { tools, adds: hasStamp(modules, some) }));
}

/** @param adds to an installation without the development tools, which is kept */
async function installAs(stamp, { tools, adds }) {
  const which = tools
    ? []
    : ['--omit=dev', '--include-workspace-root', ...RUNNING.flatMap((each) => ['-w', each])];
  await run(
    adds ? 'Installing the development tools (once)' : 'Installing dependencies (a minute or two, once)',
    'npm',
    [adds ? 'install' : 'ci', ...which, '--no-audit', '--no-fund', '--loglevel=error'],
  );
  if (!existsSync(node) || spawnSync(node, ['--version']).status !== 0) {
    fail(
      'The pinned Node did not install.',
      'npm must be allowed to run the install scripts named under allowScripts in package.json: check "npm config get ignore-scripts".',
    );
  }
  writeFileSync(stampOf(modules), stamp);
}

function* filesBelow(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (['node_modules', 'dist', 'generated'].includes(entry.name) || entry.name.includes('.test.')) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else yield path;
  }
}

/** A hash of names and contents of all files below some folders. */
function hashOfFolders(...folders) {
  const hash = createHash('sha256');
  for (const folder of folders) {
    for (const path of [...filesBelow(join(root, folder))].sort()) {
      hash
        .update(path.slice(root.length))
        .update(String(statSync(path).size))
        .update(readFileSync(path));
    }
  }
  return hash.digest('hex');
}

/** Generates the calls of packages/client when the contract or the generator changed since. */
export async function generateClient() {
  const generated = join(root, 'packages/client/generated');
  const generator = 'apps/server/every-call';
  const wanted = hashOfFolders('packages', generator, 'apps/server/modules/people/sessions');
  await once(
    () => hasStamp(generated, wanted),
    async () => {
      await run('Generating the API client', node, [join(root, generator, 'client-calls-write.ts')]);
      writeFileSync(stampOf(generated), wanted);
    },
  );
}

/** Builds the console when any of its sources changed since the last build. */
async function buildWeb() {
  const dist = join(root, 'apps/web/dist');
  const wanted = hashOf(hashOfFolders('apps/web', 'packages'), readFileSync(join(root, 'package-lock.json')));
  await once(
    () => hasStamp(dist, wanted),
    async () => {
      const args = [join(modules, 'vite/bin/vite.js'), 'build', '--logLevel=error'];
      await run('Building the console', node, args, { cwd: join(root, 'apps/web') });
      await run('Compressing it', node, [join(root, 'scripts/compress-web.mjs')]);
      mkdirSync(dist, { recursive: true });
      writeFileSync(stampOf(dist), wanted);
    },
  );
}

/**
 * Node version, dependencies, pinned runtime, unless `web` is false the console, and with `client` the calls of the API
 * client, which the server does not need.
 * @param options.tools false without the development tools
 */
export async function prepare({ web = true, client = false, tools = true } = {}) {
  checkNode();
  await install(tools);
  if (client) await generateClient();
  if (web) await buildWeb();
}

/**
 * Runs a program with the pinned Node and this terminal, passes signals on and resolves with its exit code.
 * Ctrl-C in a terminal reaches the whole process group: here it is only waited for.
 */
export function runNode(args, extraEnv = {}) {
  return new Promise((resolve) => {
    const child = spawn(node, args, { cwd: root, env: { ...env, ...extraEnv }, stdio: 'inherit' });
    process.on('SIGINT', () => {
      if (!process.stdin.isTTY) child.kill('SIGINT');
    });
    for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
    child.on('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0)));
  });
}
