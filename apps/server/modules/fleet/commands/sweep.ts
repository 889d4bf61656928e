import { Rounds } from '../../../platform/rounds.ts';
import { schedule } from '../../../platform/schedule.ts';
import type { Services } from '../../../platform/services.ts';
import { traced } from '../../../platform/tracing/spans.ts';
import { endCommand } from './end-command.ts';
import { publishCommand } from './publish-command.ts';
import { type DueCommand, dueCommands } from './store.ts';

/** Limit of rows in one round; the next round continues. */
const BATCH = 100;

/**
 * Retries pending commands without a reply, and ends those after their deadline and those that may not be sent any more.
 * At its start it sends every pending one: commands that a killed server had queued are sent.
 */
export class Sweep extends Rounds {
  readonly #services: Services;
  /** The id up to which pending commands were sent since the start, whether due or not; undefined after the last. */
  #sentUpTo: string | null | undefined;

  constructor(services: Services) {
    super({
      work: schedule.commands,
      services,
      failure: 'pending commands could not be processed; retrying',
    });
    this.#services = services;
  }

  override start(): void {
    this.#sentUpTo = null;
    super.start();
  }

  protected override async round(): Promise<void> {
    while (this.#sentUpTo !== undefined && !this.stopped) {
      const page = await this.#process({ after: this.#sentUpTo, limit: BATCH });
      // A page that cannot be read is read again in the next round.
      this.#sentUpTo = page.length < BATCH ? undefined : page.at(-1)?.id;
    }
    await this.#process({ limit: BATCH, without: this.failing });
  }

  async #process(which: Parameters<typeof dueCommands>[2]): Promise<DueCommand[]> {
    const { db, clock } = this.#services;
    const due = await dueCommands(db, clock(), which);
    // End first: that needs only the database, and must not wait for an unreachable broker.
    for (const { id } of due.filter((c) => c.ends))
      await this.row(id, () => endCommand(this.#services, id, clock()));
    const atOnce = which.after !== undefined;
    const sendings = due
      .filter((c) => !c.ends)
      .map(({ id }) =>
        this.row(id, () =>
          traced('command.resend', { root: true }, () => publishCommand(this.#services, id, { atOnce })),
        ),
      );
    await Promise.all(sendings);
    return due;
  }
}
