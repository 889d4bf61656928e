import type { Module } from '../../platform/module.ts';
import type { Services } from '../../platform/services.ts';
import { Keeper } from './keeper.ts';

export interface RetentionModule extends Module {
  /** Removes what is due now. For tests. */
  run(): Promise<void>;
}

/** Removes data that is older than the settings say (docs/decisions/0078); nothing by default. */
export function createRetention(services: Services): RetentionModule {
  const keeper = new Keeper(services);
  const { retention, roles } = services.config;
  return {
    run: () => keeper.run(),
    async start() {
      if (roles.has('jobs') && Object.values(retention).some((days) => days > 0)) keeper.start();
    },
    stop: () => keeper.stop(),
  };
}
