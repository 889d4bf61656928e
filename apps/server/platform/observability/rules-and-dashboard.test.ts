import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const sources = globSync('apps/server/**/*.ts', { cwd: root })
  .filter((path) => !path.includes('.test.'))
  .map(read)
  .join('\n');
/** Names of our metrics, without the suffixes that Prometheus adds to histograms. */
const metricsIn = (text: string) => [
  ...new Set([...text.matchAll(/\bvoltloop_\w+/g)].map(([name]) => name.replace(/_(bucket|count|sum)$/, ''))),
];

test.each(['deploy/prometheus/alerts.yml', 'deploy/grafana/voltloop.json', 'deploy/grafana/fleet.json'])(
  'every metric in %s exists',
  (path) => {
    const used = metricsIn(read(path));
    expect(used.length).toBeGreaterThan(5);
    expect(used.filter((name) => !sources.includes(`'${name}'`))).toEqual([]);
  },
);

// Continuous integration has it (scripts/lib/system-packages.mjs).
test.skipIf(spawnSync('promtool', ['--version']).error !== undefined)(
  'promtool accepts the alert rules and their tests',
  () => {
    const { status, stdout, stderr } = spawnSync(
      'promtool',
      ['test', 'rules', 'deploy/prometheus/alerts.test.yml'],
      { cwd: root, encoding: 'utf8' },
    );
    expect({ status, output: stdout + stderr }).toMatchObject({ status: 0 });
  },
);

test('every alert has a section in the runbook, and every section an alert', () => {
  const alerts = [...read('deploy/prometheus/alerts.yml').matchAll(/alert: (\w+)/g)].map(([, name]) => name);
  const sections = [...read('docs/runbook.md').matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
  expect(sections).toEqual(alerts);
});
