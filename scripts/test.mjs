// npm test: unit, module and browser tests, with one count at the end; the slow ones only with --all.
import { mkdirSync, rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { prepare, root, runNode } from './lib/prepare.mjs';
import { ensureSystemPackages } from './lib/system-packages.mjs';
import { readPlaywright, readVitest } from './lib/test-report.mjs';

const args = process.argv.slice(2);
const kinds = ['unit', 'module', 'e2e'].filter((k) => args.includes(`--${k}`));
const filters = args.filter((a) => !a.startsWith('--'));
// A name is enough to run a slow test.
const all = args.includes('--all') || filters.length > 0;
const wanted = (kind) => kinds.length === 0 || kinds.includes(kind);

// The console also for unit tests: some check how the server serves it.
await prepare({ client: true });
if (wanted('module') || wanted('e2e')) ensureSystemPackages();

const reports = join(root, 'test-results');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const counts = [];

for (const kind of ['unit', 'module']) {
  if (!wanted(kind)) continue;
  process.stdout.write(`\n${kind} tests\n`);
  const report = join(reports, `${kind}.json`);
  const code = await runNode(
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      // The asterisk: unit tests are two projects.
      `--project=${kind}*`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      '--passWithNoTests',
      ...filters,
    ],
    { SLOW_TESTS: all ? 'yes' : 'no' },
  );
  counts.push({ kind, ...readVitest(report), broken: code !== 0 });
}

if (wanted('e2e')) {
  process.stdout.write('\nbrowser journeys\n');
  const report = join(reports, 'e2e.json');
  const code = await runNode(
    [
      join(root, 'node_modules/@playwright/test/cli.js'),
      'test',
      '-c',
      'e2e/playwright.config.ts',
      ...(all ? [] : ['--grep-invert=@slow']),
      ...filters,
    ],
    { E2E_REPORT: report },
  );
  counts.push({ kind: 'e2e', ...readPlaywright(report), broken: code !== 0 });
}

// Once more at the end, where nobody has to search for them.
for (const { messages } of counts)
  for (const { name, failed, lines } of messages) {
    process.stdout.write(
      `\n${failed ? 'failed' : 'passed at the second try'}: ${relative(root, resolve(root, name))}\n`,
    );
    for (const line of lines) process.stdout.write(`  ${line}\n`);
  }

const total = { passed: 0, failed: 0, skipped: 0 };
process.stdout.write('\n');
for (const c of counts) {
  // A run that broke down without naming a test counts as one failure.
  if (c.broken && c.failed === 0) c.failed = 1;
  const second = c.second ? ` (${c.second} at the second try)` : '';
  process.stdout.write(
    `${c.kind.padEnd(8)}${c.passed} passed${second}, ${c.failed} failed, ${c.skipped} skipped\n`,
  );
  for (const key of Object.keys(total)) total[key] += c[key];
}
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0);
