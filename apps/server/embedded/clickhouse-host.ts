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
 * The child process that hosts ClickHouse: chdb takes one data folder per process, and a crash of the engine must not
 * take the server with it. Started by clickhouse.ts over an IPC channel; when that breaks, the parent is gone and
 * this process ends.
 */
export interface HostOrder {
  dataDir: string;
  /** 0 takes any free port. */
  port: number;
  password: string;
  /** Of tests: a configuration of ClickHouse, in XML. */
  configFile?: string | undefined;
}

export type HostReport = { listening: number; version: string } | { failed: string };

/** How long statements that are running may take to end when the host is stopped. */
const STOP_MS = 10_000;

/** Taken away at the end. */
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
  // Only now: another host on this folder, if there is one, keeps its files.
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

/** Leaves at once: the engine's own clean-up at exit can hang, and everything is on disk by now. */
function end(): never {
  for (const folder of spoolFolders) rmSync(folder, { recursive: true, force: true });
  process.kill(process.pid, 'SIGKILL');
  throw new Error('unreachable');
}

// The parent is gone: nobody waits for an answer, and the next start wants the folder.
process.on('disconnect', end);
process.once('message', (order: HostOrder) => {
  start(order).catch((e: unknown) => {
    report({ failed: e instanceof Error ? e.message : String(e) });
    setTimeout(end, 100);
  });
});
