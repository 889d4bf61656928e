import { quantile } from '../quantile.ts';
import type { Reading } from './readings.ts';
import { slope } from './slope.ts';
import type { Visits } from './visitors.ts';

/** Results of the fleet. */
export interface Totals {
  seconds: number;
  sent: number;
  unacknowledged: number;
  /** Connections that ended unexpectedly. */
  lost: number;
  p99_ms: number[];
  max_ms: number;
}

export interface SoakResult {
  systems: number;
  every_s: number;
  points: number;
  readers: number;
  streams: number;
  totals: Totals;
  readings: Reading[];
  calls_ms: number[];
  visits: Visits;
  stored: { frames: number; doubled: number };
  /** Cores. */
  cpu: { server: number; clickhouse: number; postgres: number };
  cores: number;
}

const HOUR_MS = 3_600_000;
/** Memory grows to its working size in this time; slopes exclude it. */
const WARM_UP_MS = 10 * 60_000;

export function soakTable(soak: SoakResult): string {
  const { totals, readings, visits, calls_ms, stored, cpu } = soak;
  const minutes = Math.round(totals.seconds / 60);
  const percent = (cores: number) => `${Math.round(cores * 100)} %`;
  const rows: [string, string][] = [
    [
      'load',
      `${soak.systems} devices, a frame of ${soak.points} points every ${soak.every_s} s (${(totals.sent / totals.seconds).toFixed(1)} frames/s), ${soak.readers} readers, ${soak.streams} live streams, for ${minutes} min`,
    ],
    [
      'frames',
      `${n(totals.sent)} sent, ${n(totals.unacknowledged)} not acknowledged, ${n(stored.frames)} stored, ${n(stored.doubled)} stored twice, ${n(totals.lost)} connections lost`,
    ],
    [
      'frame to acknowledgement',
      `p99 of each minute: median ${ms(quantile(totals.p99_ms, 0.5))}, worst ${ms(quantile(totals.p99_ms, 1))}; max ${ms(totals.max_ms)}`,
    ],
    [
      'calls',
      `${n(calls_ms.length)}, p50 ${ms(quantile(calls_ms, 0.5))}, p99 ${ms(quantile(calls_ms, 0.99))}, max ${ms(quantile(calls_ms, 1))}; ${n(visits.signIns)} sign-ins, ${n(visits.streamEvents)} stream events, ${n(visits.errors.length)} errors`,
    ],
    [
      'CPU of one core',
      `server ${percent(cpu.server)}, ClickHouse ${percent(cpu.clickhouse)}, PostgreSQL ${percent(cpu.postgres)}`,
    ],
    ...trends(readings),
    [
      'ingest queue, outboxes, event loop',
      `at most ${n(most(readings, 'pendingMessages'))} messages pending, ${n(most(readings, 'queuesWaiting'))} rows due; loop lag p99 at most ${ms(most(readings, 'loopLag_ms'))}`,
    ],
  ];
  return ['| What | Measured |', '|---|---|', ...rows.map(([what, text]) => `| ${what} | ${text} |`)].join(
    '\n',
  );
}

function trends(readings: readonly Reading[]): [string, string][] {
  const trend = (of: keyof Reading, unit: string): string => {
    const first = readings[0]?.at_ms ?? 0;
    const warm = readings.filter(({ at_ms }) => at_ms - first >= WARM_UP_MS);
    const used = warm.length >= 10 ? warm : readings;
    const perHour = slope(used.map((each) => ({ x: (each.at_ms - first) / HOUR_MS, y: each[of] })));
    const after = warm.length >= 10 ? ' after the first 10 min' : '';
    return `${number(readings[0]?.[of])} → ${number(readings.at(-1)?.[of])}${unit}, at most ${number(most(readings, of))}, slope ${perHour >= 0 ? '+' : '−'}${Math.abs(perHour).toFixed(1)}${unit} an hour${after}`;
  };
  return [
    ['memory of the server', trend('server_MB', ' MB')],
    ['its JavaScript heap', trend('heap_MB', ' MB')],
    ['memory of ClickHouse', trend('clickhouse_MB', ' MB')],
    ['memory of PostgreSQL', trend('postgres_MB', ' MB')],
    ['open files of the server', trend('serverFiles', '')],
    ['open files of ClickHouse', trend('clickhouseFiles', '')],
  ];
}

/** Why a soak failed; empty when it succeeded. */
export function soakFailures({ systems, totals, stored, visits, readings }: SoakResult): string[] {
  const failures: string[] = [];
  if (totals.unacknowledged > 0) failures.push(`${totals.unacknowledged} frames were not acknowledged`);
  if (totals.lost > 0) failures.push(`${totals.lost} connections of devices were lost`);
  const missing = totals.sent - totals.unacknowledged - stored.frames;
  if (missing > 0) failures.push(`${missing} acknowledged frames are not stored`);
  if (stored.doubled > 0) failures.push(`${stored.doubled} frames are stored twice`);
  if (readings.some(({ connections }) => connections !== systems))
    failures.push(`not all of ${systems} devices were connected all the time`);
  const counts = new Map<string, number>();
  for (const error of visits.errors) counts.set(error, (counts.get(error) ?? 0) + 1);
  for (const [error, count] of [...counts].slice(0, 20)) failures.push(`${error} (${count} times)`);
  return failures;
}

const most = (readings: readonly Reading[], of: keyof Reading) =>
  Math.max(...readings.map((each) => each[of]).filter(Number.isFinite));
const number = (value = 0) => Math.round(value).toLocaleString('en');
const n = (value: number) => value.toLocaleString('en');
const ms = (value: number) => `${Math.round(value)} ms`;
