import { Notices } from '../../../platform/notices.ts';
import type { Services } from '../../../platform/services.ts';
import type { Telemetry } from '../telemetry/index.ts';
import { watchedPoints } from './store-rules.ts';
import type { FaultWatch } from './watch-faults.ts';

const RETRY_MS = 1000;

/**
 * Keeps a node that ingests frames up to date with the rules: the points that frames must contain, and changes of rules.
 */
export class RuleFollower {
  readonly #services: Services;
  readonly #telemetry: Pick<Telemetry, 'watch'>;
  readonly #notices: Notices;
  #reading: Promise<void> = Promise.resolve();
  #retry: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(services: Services, telemetry: Pick<Telemetry, 'watch'>, faults: Pick<FaultWatch, 'onNotice'>) {
    this.#services = services;
    this.#telemetry = telemetry;
    this.#notices = new Notices(services.pool, services.log, 'voltloop_rules', {
      onNotice: (notice) => {
        faults.onNotice(notice);
        if (notice === 'rules') this.#read();
      },
      onGap: () => {
        faults.onNotice('rules');
        this.#read();
      },
    });
  }

  async start(): Promise<void> {
    await this.#notices.start();
    this.#read();
    await this.#reading;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#retry);
    await this.#notices.stop();
    await this.#reading;
  }

  #read(): void {
    this.#reading = this.#reading
      .then(async () => {
        if (this.#stopped) return;
        this.#telemetry.watch(new Set(await watchedPoints(this.#services.db)));
      })
      .catch((err: unknown) => {
        this.#services.log.warn({ err }, 'the watched points were not read; retrying');
        clearTimeout(this.#retry);
        if (!this.#stopped) this.#retry = setTimeout(() => this.#read(), RETRY_MS);
      });
  }
}
