import { Rounds } from '../../platform/rounds.ts';
import type { Services } from '../../platform/services.ts';
import type { Telemetry } from '../telemetry/index.ts';
import { publishEventChanges } from './publish-changes.ts';
import { offline, QUIET_MS, SILENCE_MS, wrongSecret } from './rules.ts';
import { clearQuiet, clearSilence, raiseSilence } from './store.ts';
import { endOrphans } from './store-rules.ts';

const EVERY_MS = 30_000;

/**
 * Raises the silence notice of things, and ends it when a message arrives. Ends the events of rules that no longer apply
 * to a thing, and of wrong secrets once the attempts have stopped.
 */
export class SilenceSweep extends Rounds {
  readonly #services: Services;
  readonly #telemetry: Pick<Telemetry, 'refreshStatus'>;
  #listening_since_ms = Number.POSITIVE_INFINITY;

  constructor(services: Services, telemetry: Pick<Telemetry, 'refreshStatus'>) {
    super({
      span: 'events.silence',
      every_ms: EVERY_MS,
      services,
      failure: 'the sweep for silence failed',
    });
    this.#services = services;
    this.#telemetry = telemetry;
  }

  override start(): void {
    this.#listening_since_ms = this.#services.clock().getTime();
    super.start();
  }

  protected override async round(): Promise<void> {
    const { db, clock } = this.#services;
    const now_ms = clock().getTime();
    const news = await clearSilence(db, offline);
    // Silence counts only while this process receives messages: after a stop every thing would seem silent.
    if (now_ms - this.#listening_since_ms >= SILENCE_MS) {
      news.push(...(await raiseSilence(db, offline, new Date(now_ms - SILENCE_MS))));
    }
    news.push(...(await clearQuiet(db, wrongSecret, new Date(now_ms - QUIET_MS))));
    news.push(...(await endOrphans(db)));
    await publishEventChanges(this.#services, this.#telemetry, news);
  }
}
