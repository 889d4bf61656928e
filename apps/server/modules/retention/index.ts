import type { Module } from '../../platform/module.ts';
import type { Services } from '../../platform/services.ts';
import { Keeper } from './keeper.ts';

export interface RetentionModule extends Module {
  /** Removes what is due now. For tests. */
  run(): Promise<void>;
}

/** Removes data that is older than the settings, or the days of its tenant, say (docs/decisions/0078); nothing by default. */
export function createRetention(services: Services): RetentionModule {
  const keeper = new Keeper(services);
  const { roles } = services.config;
  return {
    run: () => keeper.run(),
    async start() {
      // Also where the settings keep everything: a tenant may have days of its own at any time.
      if (roles.has('jobs')) keeper.start();
    },
    stop: () => keeper.stop(),
  };
}
