import type { Module } from '../../../platform/module.ts';
import type { Resources } from '../resources/index.ts';
import { logRoutes } from './routes.ts';

/** The audit trail: list, export and the check of its hash chain. */
export function createLogModule({ core }: Resources): Module {
  return { routes: (http) => logRoutes(http, core) };
}
