import type { Logger } from 'pino';

/** Parts to stop, last started first. Each has a time limit; one that hangs or fails does not block the others. */
export class Stopping {
  readonly #stack: { name: string; stop: () => Promise<void> }[] = [];
  #stopped: Promise<void> | undefined;

  add(name: string, stop: () => Promise<void> | void): void {
    this.#stack.push({ name, stop: async () => stop() });
  }

  /** Stops everything once; further calls wait for the same. */
  stop(log?: Logger, timeout_ms = 15_000): Promise<void> {
    this.#stopped ??= this.#run(log, timeout_ms);
    return this.#stopped;
  }

  async #run(log: Logger | undefined, timeout_ms: number): Promise<void> {
    for (const { name, stop } of this.#stack.toReversed()) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<'late'>((resolve) => {
        timer = setTimeout(resolve, timeout_ms, 'late');
      });
      try {
        if ((await Promise.race([stop(), late])) === 'late')
          log?.error({ part: name }, 'did not stop in time');
      } catch (err) {
        log?.error({ err, part: name }, 'stopping failed');
      } finally {
        clearTimeout(timer);
      }
    }
  }
}
