import type { Module } from '../../platform/module.ts';
import { OrphanSweep, sweepTemporary } from '../../platform/orphan-sweep.ts';
import type { Services } from '../../platform/services.ts';
import { ImageWorkers } from './image-workers.ts';
import { fileRoutes } from './routes.ts';
import { idsWithRow } from './store.ts';
import { UPLOADS } from './store-file.ts';

/** What people upload: pictures, contracts, invoices. */
export function createFiles(services: Services): Module {
  const orphans = new OrphanSweep(services, UPLOADS, (ids) => idsWithRow(services.db, ids));
  const images = new ImageWorkers();
  let temporary: NodeJS.Timeout | undefined;
  return {
    routes: (http) => fileRoutes(http, { services, images }),
    async start() {
      // Each node has temporary files of its own.
      temporary = sweepTemporary(services);
      if (services.config.roles.has('jobs')) orphans.start();
    },
    async stop() {
      clearInterval(temporary);
      images.stop();
      await orphans.stop();
    },
  };
}
