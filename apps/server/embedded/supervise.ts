import type { Logger } from 'pino';

export interface Supervised {
  /** Resolves when the process has ended in any way. */
  ended: Promise<string>;
  stop(): Promise<void>;
}

export interface SuperviseOptions {
  name: string;
  log: Logger;
  /** Starts the process and resolves when it answers. */
  start(): Promise<Supervised>;
}

const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 15_000;
/** A process that ran this long has recovered: the next delay is short again. */
const STEADY_MS = 60_000;

/**
 * Keeps a process running: when it exits it is restarted, with a delay that doubles with each failure.
 * @throws the error of the first start; later failures are logged and retried.
 */
export async function supervise({ name, log, start }: SuperviseOptions): Promise<{ stop(): Promise<void> }> {
  let current: Supervised | undefined = await start();
  let stopped = false;
  const stopping = new AbortController();

  const watch = async () => {
    let wait_ms = FIRST_WAIT_MS;
    while (!stopped) {
      if (current) {
        const since = Date.now();
        const how = await current.ended;
        current = undefined;
        if (stopped) return;
        if (Date.now() - since > STEADY_MS) wait_ms = FIRST_WAIT_MS;
        log.error({ how, wait_ms }, `${name} exited unexpectedly and is being restarted`);
      }
      await pause(wait_ms, stopping.signal);
      wait_ms = Math.min(wait_ms * 2, LONGEST_WAIT_MS);
      if (stopped) return;
      try {
        current = await start();
        log.info(`${name} answers again`);
      } catch (err) {
        log.error({ err }, `${name} could not be started again`);
      }
    }
  };
  const watching = watch();

  return {
    async stop() {
      stopped = true;
      stopping.abort();
      // Waits for a start in progress, so that its process is stopped as well.
      if (!current) await watching;
      await current?.stop();
      await watching;
    },
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
