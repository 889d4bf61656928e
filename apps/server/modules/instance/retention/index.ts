import type { Module } from '../../../platform/module.ts';
import type { Services } from '../../../platform/services.ts';
import { RetentionRounds } from './keeper.ts';

export interface RetentionModule extends Module {
  /** Removes due data now. For tests. */
  run(): Promise<void>;
}

/** Removes data older than the days of the settings or of its tenant (docs/decisions/0078); nothing by default. */
export function createRetention(services: Services): RetentionModule {
  const rounds = new RetentionRounds(services);
  return {
    run: () => rounds.run(),
    async start() {
      // Runs even if the settings keep everything: a tenant may get its own days at any time.
      rounds.start();
    },
    stop: () => rounds.stop(),
  };
}
