import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../apps/server/testing/free-port.ts';

export { freePort } from '../apps/server/testing/free-port.ts';

/** A running Voltloop instance with its own ports and data folder. */
export interface Instance {
  url: string;
  pid: number;
  port: number;
  mqttPort: number;
  dataDir: string;
  /** Its complete output. */
  output(): string;
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Stops it in order and removes the data folder. */
  stop(): Promise<void>;
}

/** The setup code of instances started by tests. */
export const setupCode = 'CODE-OF-TESTS';

/**
 * Starts `apps/server/main.ts` as its own process, as `npm start` does, and waits until it reports that it is
 * ready.
 * @param options.dataDir Use (and keep) this folder instead of a fresh one; `port` and `mqttPort` likewise.
 */
export async function startInstance(
  options: {
    args?: string[];
    env?: Record<string, string>;
    dataDir?: string;
    port?: number;
    mqttPort?: number;
    timeout_ms?: number;
  } = {},
): Promise<Instance> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'voltloop-')));
  const port = options.port ?? (await freePort());
  const mqttPort = options.mqttPort ?? (await freePort());
  const child: ChildProcess = spawn(
    process.execPath,
    [join(import.meta.dirname, '../apps/server/main.ts'), ...(options.args ?? [])],
    {
      env: {
        ...process.env,
        DATA_DIR: dataDir,
        PORT: String(port),
        MQTT_PORT: String(mqttPort),
        LOG_LEVEL: 'warn',
        CHECK_REPLIES: '1',
        DEMO_BUSINESS: 'small',
        SETUP_CODE: setupCode,
        ...options.env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      // Only this process knows the child: without this it would run forever.
      child.kill();
      reject(new Error(`Not ready in time:\n${output}`));
    }, options.timeout_ms ?? 180_000);
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes(' is ready in ')) {
        clearTimeout(timer);
        resolve();
      }
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    void exited.then((code) => {
      clearTimeout(timer);
      reject(new Error(`Ended with ${code}:\n${output}`));
    });
  });
  const kill = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    await exited;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    port,
    mqttPort,
    dataDir,
    output: () => output,
    kill,
    async stop() {
      await kill();
      if (!options.dataDir) await rm(dataDir, { recursive: true, force: true });
    },
  };
}
