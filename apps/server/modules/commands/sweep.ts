import type { Services } from '../../platform/services.ts';
import { expireCommand } from './expire-command.ts';
import { publishCommand } from './publish-command.ts';
import { dueCommands } from './store.ts';

const EVERY_MS = 1000;
const AT_ONCE = 200;

/**
 * Looks after pending commands: sends again those without a reply, ends those whose time is over. At its start
 * it sends every pending one: what a killed server had queued goes on its way.
 */
export class Sweep {
  readonly #services: Services;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #busy = false;

  constructor(services: Services) {
    this.#services = services;
  }

  start(): void {
    void this.run({ all: true });
    this.#timer = setInterval(() => void this.run(), EVERY_MS);
    this.#timer.unref();
  }

  /** One round; a round that would overlap with another is left out. */
  run(options: { all?: boolean } = {}): Promise<void> {
    if (!this.#busy) {
      this.#busy = true;
      this.#running = this.#round(options)
        .catch((err: unknown) => {
          this.#services.log.warn({ err }, 'pending commands could not be looked after; trying again');
        })
        .finally(() => {
          this.#busy = false;
        });
    }
    return this.#running;
  }

  async #round(options: { all?: boolean }): Promise<void> {
    const due = await dueCommands(this.#services.db, this.#services.clock(), { ...options, limit: AT_ONCE });
    for (const { id, overdue } of due) {
      // The round's own clock: a command may run out of time while others are sent.
      if (overdue) await expireCommand(this.#services, id, this.#services.clock());
      else await publishCommand(this.#services, id);
    }
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }
}
