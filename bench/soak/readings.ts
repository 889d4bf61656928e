import { readdirSync } from 'node:fs';
import { descendants, proportional_kB, resident_kB } from '../processes.ts';

/** One sample of the running server. */
export interface Reading {
  at_ms: number;
  server_MB: number;
  heap_MB: number;
  clickhouse_MB: number;
  postgres_MB: number;
  serverFiles: number;
  clickhouseFiles: number;
  connections: number;
  streams: number;
  pendingMessages: number;
  queuesWaiting: number;
  loopLag_ms: number;
}

/** Reads memory and open files of the server and its stores, and the counts of `/metrics`. */
export async function readSample(instance: { pid: number; url: string }): Promise<Reading> {
  const metrics = await readMetrics(instance.url);
  const below = descendants(instance.pid);
  const clickhouse = below.filter(({ command }) => command.includes('clickhouse'));
  const postgres = below.filter(({ command }) => command.includes('postgres'));
  return {
    at_ms: performance.now(),
    server_MB: resident_kB(instance.pid) / 1024,
    heap_MB: metrics('nodejs_heap_size_used_bytes') / 2 ** 20,
    clickhouse_MB: sum(clickhouse, ({ pid }) => resident_kB(pid) / 1024),
    // Its processes share pages, so each page counts by its share.
    postgres_MB: sum(postgres, ({ pid }) => proportional_kB(pid) / 1024),
    serverFiles: openFilesOf(instance.pid),
    clickhouseFiles: sum(clickhouse, ({ pid }) => openFilesOf(pid)),
    connections: metrics('voltloop_mqtt_connections'),
    streams: metrics('voltloop_live_streams'),
    pendingMessages: metrics('voltloop_ingest_pending_messages'),
    queuesWaiting: metrics('voltloop_queue_waiting'),
    loopLag_ms: metrics('nodejs_eventloop_lag_p99_seconds') * 1000,
  };
}

/** The sum of the samples of a metric. */
async function readMetrics(url: string): Promise<(name: string) => number> {
  const response = await fetch(`${url}/metrics`);
  if (!response.ok) throw new Error(`/metrics: ${response.status}`);
  const lines = (await response.text()).split('\n');
  return (name) =>
    sum(
      lines.filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`)),
      (line) => Number(line.slice(line.lastIndexOf(' '))),
    );
}

function openFilesOf(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    // It has just ended, or belongs to another user.
    return Number.NaN;
  }
}

const sum = <T>(items: readonly T[], of: (item: T) => number) =>
  items.reduce((total, item) => total + of(item), 0);
