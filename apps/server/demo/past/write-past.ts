import { type ChildProcess, fork } from 'node:child_process';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FleetDevice } from '../../../../simulator/demo-fleet.ts';
import type { Things } from '../../modules/fleet/things/index.ts';
import type { Running, Services } from '../../platform/services.ts';
import type { Past, PastOrder, PastReport } from './past-orders.ts';

const DAY_MS = 86_400_000;
const CHILD = join(import.meta.dirname, 'past-child.ts');
const RETRY_MS = 3000;
const WORKERS = 2;

/** The history of the demo fleet. */
export interface FleetPast extends Running {
  /** Stores the history of these systems, or of all others in the given order. */
  write(devids?: ReadonlySet<string>): Promise<void>;
}

interface Options {
  services: Services;
  things: Pick<Things, 'byDevid'>;
  fleet: readonly FleetDevice[];
  /** The file in which the simulator keeps its systems. */
  stateFile: string;
  onProgress: (done: number, total: number) => void;
}

/**
 * Lets the systems of the demo have run for some days, so that the simulator continues them from `stateFile`, and
 * stores their history in ClickHouse. It works in processes of their own; what an earlier run stored is kept.
 */
export async function openPast(options: Options): Promise<FleetPast> {
  const { services, things, fleet, stateFile } = options;
  const { config, log, pool } = services;
  const file = `${stateFile}.past`;
  const days = config.demoDays;
  const workers = Array.from(
    { length: Math.min(WORKERS, availableParallelism(), fleet.length) },
    () => new Worker(),
  );
  const known = await readJson<Past>(file);
  const past = known ?? (await begin());
  // Systems that were added later have no history.
  const total = Object.keys(past.began).length;
  const waiting = new Map(
    fleet
      .filter(({ devid }) => devid in past.began && !past.done.includes(devid))
      .map((device) => [device.devid, device] as const),
  );
  const stopping = new AbortController();

  async function begin(): Promise<Past> {
    const now_ms = services.clock().getTime();
    const parts = await Promise.all(
      workers.map((worker, n) =>
        worker.run({ type: 'warm', devices: fleet.filter((_, i) => i % workers.length === n), days, now_ms }),
      ),
    );
    const systems = Object.assign(
      {},
      ...parts.map((part) => (part.type === 'warm' ? part.systems : {})),
    ) as Extract<PastReport, { type: 'warm' }>['systems'];
    const each = <T>(of: (system: (typeof systems)[string]) => T) =>
      Object.fromEntries(Object.entries(systems).map(([devid, system]) => [devid, of(system)]));
    await writeJson(
      stateFile,
      each(({ state }) => state),
    );
    const fresh: Past = {
      from_ms: now_ms - days * DAY_MS,
      to_ms: now_ms,
      began: each(({ began }) => began),
      done: [],
    };
    await writeJson(file, fresh);
    return fresh;
  }

  async function writeOne(worker: Worker, device: FleetDevice, inBackground: boolean): Promise<void> {
    const thing = await things.byDevid(device.devid);
    const began = past.began[device.devid];
    if (!thing || !began) return;
    const { from_ms, to_ms } = past;
    const url = await clickhouseUrl(services);
    const order: PastOrder = {
      type: 'write',
      device,
      thing: { ...thing, devid: device.devid },
      from_ms,
      to_ms,
      began,
      inBackground,
      clickhouse: { url, cluster: config.clickhouseCluster },
    };
    while (!stopping.signal.aborted) {
      const reply = await worker.run(order);
      if (reply.type === 'written') break;
      if (stopping.signal.aborted) return;
      log.warn({ devid: device.devid, reply }, 'the history of a demo system was not stored; retrying');
      await sleep(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
    if (stopping.signal.aborted) return;
    past.done.push(device.devid);
    // Cached answers about this system are without its history.
    await pool.query("select pg_notify('voltloop_history', $1)", [String(thing.key)]);
    options.onProgress(past.done.length, total);
  }

  let saving = Promise.resolve();
  return {
    async write(devids) {
      if (past.done.length < total) options.onProgress(past.done.length, total);
      await Promise.all(
        workers.map(async (worker) => {
          for (const device of waiting.values()) {
            if (stopping.signal.aborted) return;
            if ((devids && !devids.has(device.devid)) || !waiting.delete(device.devid)) continue;
            await writeOne(worker, device, devids === undefined);
            saving = saving.then(() => writeJson(file, past));
          }
        }),
      );
      await saving;
    },
    async stop() {
      stopping.abort();
      await Promise.all(workers.map((worker) => worker.stop()));
      await saving;
    },
  };
}

/** A process for one order at a time; it is started with its first one. */
class Worker {
  #child: ChildProcess | null = null;

  run(order: PastOrder): Promise<PastReport> {
    this.#child ??= fork(CHILD, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const child = this.#child;
    return new Promise((resolve) => {
      const done = (report: PastReport) => {
        child.off('exit', ended).off('message', done);
        resolve(report);
      };
      const ended = () => {
        this.#child = null;
        done({ type: 'failed', message: 'the process ended' });
      };
      child.once('exit', ended).once('message', done);
      child.send(order);
    });
  }

  async stop(): Promise<void> {
    const child = this.#child;
    if (!child) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  }
}

async function clickhouseUrl({ config }: Services): Promise<string> {
  if (config.clickhouseUrl) return config.clickhouseUrl;
  return ((await readJson<{ url: string }>(join(config.dataDir, 'clickhouse.json'))) as { url: string }).url;
}

async function readJson<T>(file: string): Promise<T | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return null;
  }
}

async function writeJson(file: string, value: unknown): Promise<void> {
  const draft = `${file}.${process.pid}.tmp`;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(draft, JSON.stringify(value), { mode: 0o600 });
  await rename(draft, file);
}
