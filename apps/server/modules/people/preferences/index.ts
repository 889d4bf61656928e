import type { Module } from '../../../platform/module.ts';
import type { Services } from '../../../platform/services.ts';
import { preferenceRoutes } from './routes.ts';

/** Display preferences of each account: settings by key, saved views of lists. Access never depends on them. */
export function createPreferences(services: Services): Module {
  return { routes: (http) => preferenceRoutes(http, services) };
}
