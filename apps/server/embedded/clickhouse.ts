import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { diskFull, isDiskFull } from '../platform/disk-error.ts';
import { StartError } from '../platform/start-error.ts';
import type { HostOrder, HostReport } from './clickhouse-host.ts';
import { forwardLines } from './output.ts';
import { type Supervised, supervise } from './supervise.ts';

/** Maximum duration of a start: a large data folder after a power cut. */
const START_MS = 60_000;
/** The host process exits within 10 s of a request to stop. */
const STOP_MS = 12_000;
const ATTEMPTS = 4;

export interface EmbeddedClickhouse {
  /** `http://default:<password>@127.0.0.1:<port>/voltloop`; stays the same after a restart of the host. */
  url: string;
  /** Process id of the current host, for tests and health. */
  pid(): number | undefined;
  stop(): Promise<void>;
}

/**
 * Starts ClickHouse in a child process on `dataDir/clickhouse` and keeps it running.
 * @throws StartError when it can't be started.
 */
export async function startClickhouse(options: {
  dataDir: string;
  log: Logger;
  configFile?: string | undefined;
}): Promise<EmbeddedClickhouse> {
  const { log } = options;
  const order: HostOrder = {
    dataDir: join(options.dataDir, 'clickhouse'),
    port: 0,
    password: randomBytes(24).toString('base64url'),
    configFile: options.configFile,
  };
  let child: ChildProcess | undefined;
  // The host of a killed instance may need a moment to release the folder.
  const launchWithRetries = async () => {
    for (let attempt = 1; ; attempt++) {
      const host = launch();
      const output = forwardLines(host, (line) => log.warn({ line }, 'ClickHouse output'));
      child = host;
      try {
        order.port = await listening(host, order);
        return host;
      } catch (e) {
        if (attempt === ATTEMPTS) throw cannotStart(options.dataDir, output, e as Error);
        await sleep(300);
      }
    }
  };
  const start = async (): Promise<Supervised> => {
    const host = await launchWithRetries();
    return { ended: ended(host), stop: () => stopHost(host) };
  };
  const supervised = await supervise({ name: 'ClickHouse', log, start });
  return {
    url: `http://default:${order.password}@127.0.0.1:${order.port}/voltloop`,
    pid: () => child?.pid,
    stop: () => supervised.stop(),
  };
}

function launch(): ChildProcess {
  return fork(join(import.meta.dirname, 'clickhouse-host.ts'), {
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      TZ: 'UTC',
      // A thread for each concurrent statement, and some for files.
      UV_THREADPOOL_SIZE: '16',
    },
  });
}

/** Sends the host its configuration and waits for its port. */
function listening(host: ChildProcess, order: HostOrder): Promise<number> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => {
      clearTimeout(timer);
      host.kill('SIGKILL');
      reject(new Error(why));
    };
    const timer = setTimeout(() => fail(`no answer within ${START_MS / 1000} s`), START_MS);
    host.once('error', (e) => fail(e.message));
    host.once('exit', (code, signal) => fail(`it ended with ${signal ?? code}`));
    host.once('message', (report: HostReport) => {
      if ('failed' in report) return fail(report.failed);
      clearTimeout(timer);
      host.removeAllListeners('exit');
      resolve(report.listening);
    });
    host.send(order, (e) => e && fail(e.message));
  });
}

function cannotStart(dataDir: string, output: ReturnType<typeof forwardLines>, cause: Error): StartError {
  const why = /DB::Exception: (.*)/.exec(output.why(/DB::Exception/))?.[1] ?? cause.message.split('\n', 1)[0];
  if (isDiskFull({ message: `${output.text()}\n${cause.message}` })) return diskFull(dataDir, { cause });
  return new StartError(
    `ClickHouse could not be started: ${why}`,
    'If the data folder was copied or is damaged, start with another DATA_DIR; your data stays where it is.',
    { cause },
  );
}

function ended(host: ChildProcess): Promise<string> {
  if (host.exitCode !== null || host.signalCode !== null) return Promise.resolve('at once');
  return new Promise((resolve) => {
    host.once('exit', (code, signal) => resolve(signal ?? `code ${code}`));
  });
}

async function stopHost(host: ChildProcess): Promise<void> {
  const end = ended(host);
  const timer = setTimeout(() => host.kill('SIGKILL'), STOP_MS);
  if (host.connected) host.send('stop', () => {});
  await end;
  clearTimeout(timer);
}
