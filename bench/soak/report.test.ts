import { expect, test } from 'vitest';
import type { Reading } from './readings.ts';
import { type SoakResult, soakFailures, soakTable } from './report.ts';

const reading = (minute: number, more: Partial<Reading> = {}): Reading => ({
  at_ms: minute * 60_000,
  server_MB: 400,
  heap_MB: 120,
  clickhouse_MB: 450,
  postgres_MB: 80,
  serverFiles: 350,
  clickhouseFiles: 500,
  connections: 300,
  streams: 4,
  pendingMessages: 2,
  queuesWaiting: 0,
  loopLag_ms: 20,
  ...more,
});

const good: SoakResult = {
  systems: 300,
  every_s: 30,
  points: 96,
  readers: 2,
  streams: 4,
  cores: 2,
  totals: { seconds: 3600, sent: 36_000, unacknowledged: 0, lost: 0, p99_ms: [300, 400], max_ms: 500 },
  readings: Array.from({ length: 60 }, (_, minute) => reading(minute)),
  calls_ms: [10, 20],
  visits: { calls_ms: [], signIns: 3, streamEvents: 9, errors: [] },
  stored: { frames: 36_000, doubled: 0 },
  cpu: { server: 0.1, clickhouse: 0.2, postgres: 0.02 },
};

test('a soak without errors has no failures', () => {
  expect(soakFailures(good)).toEqual([]);
});

test.each<[string, Partial<SoakResult>]>([
  ['1 frames were not acknowledged', { totals: { ...good.totals, unacknowledged: 1 } }],
  ['2 connections of devices were lost', { totals: { ...good.totals, lost: 2 } }],
  ['3 acknowledged frames are not stored', { stored: { frames: 35_997, doubled: 0 } }],
  ['4 frames are stored twice', { stored: { frames: 36_000, doubled: 4 } }],
  ['not all of 300 devices were connected all the time', { readings: [reading(0, { connections: 299 })] }],
  ['GET /x: 500 (2 times)', { visits: { ...good.visits, errors: ['GET /x: 500', 'GET /x: 500'] } }],
])('%s: the soak fails', (failure, more) => {
  expect(soakFailures({ ...good, ...more })).toContain(failure);
});

test('memory that grows by a megabyte a minute is reported as 60 MB an hour, without the first ten minutes', () => {
  const readings = good.readings.map((each, minute) => ({
    ...each,
    server_MB: minute < 10 ? 100 : 400 + minute,
  }));
  expect(soakTable({ ...good, readings })).toContain('slope +60.0 MB an hour after the first 10 min');
});
