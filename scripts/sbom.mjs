// npm run sbom [-- file]: what the server and the console consist of, as CycloneDX. Development dependencies are left out.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, root } from './lib/prepare.mjs';

const file = process.argv[2] ?? join(root, 'sbom.cdx.json');
const npm = spawnSync(
  'npm',
  [
    'sbom',
    '--sbom-format=cyclonedx',
    '--sbom-type=application',
    '--omit=dev',
    '--package-lock-only',
    '--loglevel=error',
  ],
  { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 },
);
if (npm.status !== 0) fail(`npm could not list the components.\n${npm.stderr}`, 'The lines above say why.');
const sbom = JSON.parse(npm.stdout);
// These differ on each run: drop them, so that the same lock file gives the same bytes.
delete sbom.serialNumber;
delete sbom.metadata.timestamp;
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
sbom.components.sort((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1));
writeFileSync(file, `${JSON.stringify(sbom, null, 2)}\n`);
process.stdout.write(`${file}: ${sbom.components.length} components\n`);
