import { createHash } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { loadAddon } from './clickhouse/addon.ts';
import { prepareSpool } from './clickhouse/body.ts';
import { Engine } from './clickhouse/engine.ts';
import { createHttp } from './clickhouse/http.ts';

/**
 * The child process that hosts ClickHouse: chdb allows one data folder per process, and a crash of the engine must
 * not end the server. clickhouse.ts starts it with an IPC channel; when the channel closes, the parent has ended and
 * this process ends too.
 */
export interface HostOrder {
  dataDir: string;
  /** 0 selects any free port. */
  port: number;
  password: string;
  /** For tests: a ClickHouse configuration, in XML. */
  configFile?: string | undefined;
}

export type HostReport = { listening: number; version: string } | { failed: string };

/** How long running statements may take when the host stops. */
const STOP_MS = 10_000;

/** Removed at the end. */
let spoolFolders: string[] = [];

async function start(order: HostOrder) {
  await mkdir(order.dataDir, { recursive: true, mode: 0o700 });
  const id = createHash('sha256').update(order.dataDir).digest('hex').slice(0, 16);
  const disk = join(order.dataDir, '..', 'clickhouse-spool');
  const spool = { memory: existsSync('/dev/shm') ? `/dev/shm/voltloop-${id}` : disk, disk };
  const engine = new Engine(
    loadAddon(),
    order.dataDir,
    order.configFile ? [`--config-file=${order.configFile}`] : [],
  );
  // Only now: another host on this folder keeps its files.
  await prepareSpool(spool);
  spoolFolders = [spool.memory, spool.disk];
  const version = await engine.version();
  const server = createHttp({ engine, version, password: order.password, spool });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(order.port, '127.0.0.1', resolve);
  });

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(end, STOP_MS);
    server.close();
    server.closeIdleConnections();
    await engine.close();
    end();
  };
  process.on('message', (message) => message === 'stop' && stop());
  // Ctrl-C reaches the whole process group; the parent stops this process when it no longer needs it.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', stop);
  report({ listening: (server.address() as AddressInfo).port, version });
}

function report(message: HostReport) {
  if (process.connected) process.send?.(message);
}

/** Exits at once: the engine's clean-up at exit can hang, and all data is on disk. */
function end(): never {
  for (const folder of spoolFolders) rmSync(folder, { recursive: true, force: true });
  process.kill(process.pid, 'SIGKILL');
  throw new Error('unreachable');
}

// The parent has ended: no answer is expected, and the next start needs the folder.
process.on('disconnect', end);
process.once('message', (order: HostOrder) => {
  start(order).catch((e: unknown) => {
    report({ failed: e instanceof Error ? e.message : String(e) });
    setTimeout(end, 100);
  });
});
