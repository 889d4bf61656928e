import type { Services } from '../../platform/services.ts';
import { expireCommand } from './expire-command.ts';
import { publishCommand } from './publish-command.ts';
import { dueCommands } from './store.ts';

const EVERY_MS = 1000;
/** Rows in one round; the next round takes the next ones. */
const AT_ONCE = 100;

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
    // Ends first: they need the database only, and must not wait for a broker that is away.
    for (const { id } of due.filter((c) => c.overdue)) {
      await expireCommand(this.#services, id, this.#services.clock());
    }
    const atOnce = options.all ?? false;
    const sendings = due
      .filter((c) => !c.overdue)
      .map(({ id }) => publishCommand(this.#services, id, { atOnce }));
    for (const outcome of await Promise.allSettled(sendings)) {
      if (outcome.status === 'rejected') throw outcome.reason;
    }
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }
}
