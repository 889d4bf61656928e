import type { Services } from '../../platform/services.ts';
import type { Telemetry } from '../telemetry/index.ts';
import { offline, QUIET_MS, SILENCE_MS, wrongSecret } from './rules.ts';
import { clearQuiet, clearSilence, raiseSilence } from './store.ts';
import { endOrphans } from './store-rules.ts';
import { tell } from './tell.ts';

const EVERY_MS = 30_000;

/**
 * Raises the notice that a thing sends nothing, and ends it when it is heard of again. Ends the events of rules that
 * a thing follows no more and that no frame of it has ended, and those of guesses at secrets that have stopped.
 */
export class SilenceSweep {
  readonly #services: Services;
  readonly #telemetry: Pick<Telemetry, 'refreshStatus'>;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #listening_since_ms = Number.POSITIVE_INFINITY;

  constructor(services: Services, telemetry: Pick<Telemetry, 'refreshStatus'>) {
    this.#services = services;
    this.#telemetry = telemetry;
  }

  start(): void {
    this.#listening_since_ms = this.#services.clock().getTime();
    this.#timer = setInterval(() => void this.run(), EVERY_MS);
    this.#timer.unref();
  }

  run(): Promise<void> {
    this.#running = this.#running
      .then(() => this.#round())
      .catch((err: unknown) => {
        this.#services.log.warn({ err }, 'the sweep for silence failed');
      });
    return this.#running;
  }

  async #round(): Promise<void> {
    const { db, clock } = this.#services;
    const now_ms = clock().getTime();
    const news = await clearSilence(db, offline);
    // Silence counts only while somebody listened: after a stop of ours every thing would seem silent.
    if (now_ms - this.#listening_since_ms >= SILENCE_MS) {
      news.push(...(await raiseSilence(db, offline, new Date(now_ms - SILENCE_MS))));
    }
    news.push(...(await clearQuiet(db, wrongSecret, new Date(now_ms - QUIET_MS))));
    news.push(...(await endOrphans(db)));
    await tell(this.#services, this.#telemetry, news);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }
}
