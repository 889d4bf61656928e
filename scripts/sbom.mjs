// npm run sbom [-- file]: what the server and the console consist of, as CycloneDX. Development dependencies are left out.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, root } from './lib/prepare.mjs';

const file = process.argv[2] ?? join(root, 'sbom.cdx.json');
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
const omitted = new Set(sbom.components.filter(isDevelopment).map((component) => component['bom-ref']));
sbom.components = sbom.components.filter((component) => !omitted.has(component['bom-ref']));
sbom.dependencies = sbom.dependencies
  .filter(({ ref }) => !omitted.has(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => !omitted.has(each)) }));
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const nodeVersion = packages['node_modules/node'].version;
sbom.components.push({
  type: 'platform',
  'bom-ref': `node@${nodeVersion}`,
  name: 'node',
  version: nodeVersion,
  licenses: [{ license: { id: 'MIT' } }],
  purl: `pkg:generic/node@${nodeVersion}`,
});
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
