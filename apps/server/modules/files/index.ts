import type { Module } from '../../platform/module.ts';
import { OrphanSweep } from '../../platform/orphan-sweep.ts';
import type { Services } from '../../platform/services.ts';
import { fileRoutes } from './routes.ts';
import { idsWithRow } from './store.ts';
import { UPLOADS } from './store-file.ts';

/** What people upload: pictures, contracts, invoices. */
export function createFiles(services: Services): Module {
  const orphans = new OrphanSweep(services, UPLOADS, (ids) => idsWithRow(services.db, ids));
  return {
    routes: (http) => fileRoutes(http, services),
    async start() {
      if (services.config.roles.has('jobs')) orphans.start();
    },
    stop: () => orphans.stop(),
  };
}
