import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { schedule } from './schedule.ts';

const root = join(import.meta.dirname, '../../..');
const sources = globSync('apps/server/**/*.ts', { cwd: root })
  .filter((path) => !/\.test\.ts$|^apps\/server\/(testing|demo|demo-snapshot|every-call)\//.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

/** Timers that are no periodic work of a node. */
const timers: Readonly<Record<string, string>> = {
  'apps/server/platform/rounds.ts': 'the timer of all periodic work',
  'apps/server/platform/clock-watch.ts': 'periodic work waits for its result',
  'apps/server/platform/renew-while.ts': 'lasts as long as one piece of work',
  'apps/server/platform/uplink-subscriber.ts': 'keeps one connection alive and measures its delay',
  'apps/server/modules/fleet/live/sse-stream.ts': 'keeps one response alive',
};

test('periodic work is in the schedule: no other file has a timer of its own', () => {
  const found = sources.filter(({ text }) => /\bsetInterval\(/.test(text)).map(({ path }) => path);
  expect(found.sort()).toEqual(Object.keys(timers).sort());
});

test('each entry of the schedule is the work of one place', () => {
  const used = sources.flatMap(({ text }) =>
    [...text.matchAll(/(?:work: |OrphanSweep\()schedule\.(\w+)/g)].map(([, name]) => name),
  );
  expect(used.sort()).toEqual(Object.keys(schedule).sort());
});
