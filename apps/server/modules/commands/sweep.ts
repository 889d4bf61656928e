import { Rounds } from '../../platform/rounds.ts';
import type { Services } from '../../platform/services.ts';
import { traced } from '../../platform/tracing/spans.ts';
import { expireCommand } from './expire-command.ts';
import { publishCommand } from './publish-command.ts';
import { dueCommands } from './store.ts';

const EVERY_MS = 1000;
/** Limit of rows in one round; the next round continues. */
const BATCH = 100;

/**
 * Retries pending commands without a reply, and expires those after their deadline. At its start it sends every pending
 * one: commands that a killed server had queued are sent.
 */
export class Sweep extends Rounds {
  readonly #services: Services;
  /** Whether the next round sends every pending command, instead of only due ones. */
  #all = false;

  constructor(services: Services) {
    super({
      every_ms: EVERY_MS,
      services,
      failure: 'pending commands could not be processed; retrying',
    });
    this.#services = services;
  }

  override start(): void {
    this.#all = true;
    void this.run();
    super.start();
  }

  protected override async round(): Promise<void> {
    const all = this.#all;
    this.#all = false;
    const due = await dueCommands(this.#services.db, this.#services.clock(), { all, limit: BATCH });
    // Expire first: that needs only the database, and must not wait for an unreachable broker.
    for (const { id } of due.filter((c) => c.overdue)) {
      await this.row(id, () => expireCommand(this.#services, id, this.#services.clock()));
    }
    const sendings = due
      .filter((c) => !c.overdue)
      .map(({ id }) =>
        this.row(id, () =>
          traced('command.resend', { root: true }, () => publishCommand(this.#services, id, { atOnce: all })),
        ),
      );
    await Promise.all(sendings);
  }
}
