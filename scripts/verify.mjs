// npm run verify: what continuous integration runs. `--quick` leaves out the tests.
import { join } from 'node:path';
import { prepare, root, runNode } from './lib/prepare.mjs';

await prepare({ client: true });
const bin = (path) => join(root, 'node_modules', path);
/** By default the compiler has four checkers, each of which types the shared files again: two for two cores. */
const types = (project) => [bin('typescript/bin/tsc'), '--noEmit', '--checkers', '2', '-p', project];
const steps = [
  ['lock file', [join(root, 'scripts/complete-lock.mjs'), '--check']],
  ['licences', [join(root, 'scripts/licences.mjs')]],
  ['format and lint', [bin('@biomejs/biome/bin/biome'), 'ci', '.']],
  ['types, server side', types('tsconfig.json')],
  ['types, console', types('apps/web/tsconfig.json')],
  [
    'boundaries',
    [
      bin('dependency-cruiser/bin/dependency-cruiser.mjs'),
      '--config',
      '.dependency-cruiser.cjs',
      'apps',
      'integrations',
      'packages',
      'platform-sandbox',
      'simulator',
      'bench',
      'e2e',
    ],
  ],
  ['dead code', [bin('knip/bin/knip.js')]],
  ['bundle budgets', [join(root, 'apps/web/bundle-budget.ts')]],
];
if (!process.argv.includes('--quick')) steps.push(['tests', [join(root, 'scripts/test.mjs'), '--all']]);

const results = [];
for (const [name, args] of steps) {
  process.stdout.write(`\n── ${name}\n`);
  const begun = Date.now();
  const code = await runNode(args);
  results.push({ name, ok: code === 0, seconds: (Date.now() - begun) / 1000 });
}
process.stdout.write('\n');
for (const r of results) {
  process.stdout.write(`${r.ok ? 'ok    ' : 'FAILED'} ${r.name} (${r.seconds.toFixed(1)} s)\n`);
}
process.exit(results.every((r) => r.ok) ? 0 : 1);
