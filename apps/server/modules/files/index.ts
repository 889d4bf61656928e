import type { Module } from '../../platform/module.ts';
import type { Services } from '../../platform/services.ts';
import { fileRoutes } from './routes.ts';

/** What people upload: pictures, contracts, invoices. */
export function createFiles(services: Services): Module {
  return { routes: (http) => fileRoutes(http, services) };
}
