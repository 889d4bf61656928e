import { Rounds } from '../../../platform/rounds.ts';
import { schedule } from '../../../platform/schedule.ts';
import type { Services } from '../../../platform/services.ts';
import type { Telemetry } from '../telemetry/index.ts';
import { publishEventChanges } from './publish-changes.ts';
import { offline, QUIET_MS, wrongSecret } from './rules.ts';
import { clearQuiet, clearSilence } from './store.ts';
import { endOrphans } from './store-rules.ts';

/**
 * Ends events whose cause is over without a message that says so: those of rules that no longer apply to a thing, of
 * wrong secrets once the attempts have stopped, and of silence where a killed process could not end them.
 */
export class EventSweep extends Rounds {
  readonly #services: Services;
  readonly #telemetry: Pick<Telemetry, 'refreshStatus'>;

  constructor(services: Services, telemetry: Pick<Telemetry, 'refreshStatus'>) {
    super({
      span: 'events.sweep',
      work: schedule.events,
      services,
      failure: 'the sweep for ended events failed',
    });
    this.#services = services;
    this.#telemetry = telemetry;
  }

  protected override async round(): Promise<void> {
    const { db, clock } = this.#services;
    const quietSince = new Date(clock().getTime() - QUIET_MS);
    const news = [
      await this.row('silence', () => clearSilence(db, offline)),
      await this.row('quiet', () => clearQuiet(db, wrongSecret, quietSince)),
      await this.row('rules', () => endOrphans(db)),
    ].flatMap((each) => each ?? []);
    await publishEventChanges(this.#services, this.#telemetry, news);
  }
}
