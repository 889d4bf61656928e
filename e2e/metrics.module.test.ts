import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { type TestWorld, testWorld } from '../apps/server/testing/world.ts';
import { type Instance, startInstance } from './instance.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
/** Names of our metrics, without the suffixes that Prometheus adds for histograms. */
const metricsIn = (text: string) => [
  ...new Set([...text.matchAll(/\bvoltloop_\w+/g)].map(([name]) => name.replace(/_(bucket|count|sum)$/, ''))),
];

describe('the metrics of a whole server', () => {
  let world: TestWorld;
  let instance: Instance;
  let served: ReadonlySet<string>;

  beforeAll(async () => {
    world = await testWorld();
    const env = { DATABASE_URL: world.databaseUrl, CLICKHOUSE_URL: world.clickhouseUrl };
    instance = await startInstance({ args: ['--empty'], env });
    const text = await (await fetch(`${instance.url}/metrics`)).text();
    served = new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name as string));
  });

  afterAll(async () => {
    await instance?.stop();
    await world?.stop();
  });

  it.each(['deploy/prometheus/alerts.yml', 'deploy/grafana/voltloop.json'])(
    'include every metric that %s uses',
    (path) => {
      expect(metricsIn(read(path)).filter((name) => !served.has(name))).toEqual([]);
    },
  );

  it('are all in the table of the manual, and no others', () => {
    const table = read('docs/operations.md')
      .split('\n')
      .filter((line) => line.startsWith('| `voltloop_'))
      .join('\n');
    const shortened = [...table.matchAll(/`(_\w+)/g)].map(([, end]) => `voltloop_ingest${end}`);
    const own = [...served].filter((name) => name.startsWith('voltloop_'));
    expect([...metricsIn(table), ...shortened].sort()).toEqual(own.sort());
  });
});

const promtool = spawnSync('promtool', ['--version']).status === 0;
test.skipIf(!promtool)('the alerts fire when they should, according to promtool', async () => {
  await promisify(execFile)('promtool', ['test', 'rules', join(root, 'deploy/prometheus/alerts.test.yml')]);
});
