import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../platform/ctx.ts';
import type { Module } from '../../platform/module.ts';
import { OrphanSweep, sweepTemporary } from '../../platform/orphan-sweep.ts';
import type { Services } from '../../platform/services.ts';
import { ImageWorkers } from './image-workers.ts';
import { fileRoutes } from './routes.ts';
import { type SmallPicture, smallPicture } from './small-picture.ts';
import { idsWithRow } from './store.ts';
import { UPLOADS } from './store-file.ts';
import { removeUnused } from './unused.ts';

export { ownPictures } from './own-pictures.ts';
export { checkPictureRate } from './picture-rate.ts';
export { saveFile } from './save-file.ts';
export { keyOf as fileKey } from './store-file.ts';
export { attachFiles } from './unused.ts';

const UNUSED_EVERY_MS = 3_600_000;

/** Uploads of people: pictures, contracts, invoices. */
export interface FilesModule extends Module {
  /**
   * The picture in the body of a request, re-encoded to fit a small box and not stored.
   * @throws tooMany, wrongType, validation, tooLarge
   */
  smallPicture(ctx: Ctx, request: FastifyRequest, how: SmallPicture): Promise<Buffer>;
}

export function createFiles(services: Services): FilesModule {
  const orphans = new OrphanSweep(services, UPLOADS, (ids) => idsWithRow(services.db, ids));
  const images = new ImageWorkers();
  let temporary: NodeJS.Timeout | undefined;
  let unused: NodeJS.Timeout | undefined;
  const sweepUnused = () =>
    removeUnused(services).then(
      (files) => files > 0 && services.log.info({ files }, 'removed uploads that were attached to nothing'),
      (err: unknown) => services.log.warn({ err }, 'unused uploads could not be removed; retrying'),
    );
  return {
    smallPicture: (ctx, request, how) => smallPicture({ services, images }, ctx, request, how),
    routes: (http) => fileRoutes(http, { services, images }),
    async start() {
      // Each node has its own temporary files.
      temporary = sweepTemporary(services);
      if (!services.config.roles.has('jobs')) return;
      orphans.start();
      void sweepUnused();
      unused = setInterval(() => void sweepUnused(), UNUSED_EVERY_MS).unref();
    },
    async stop() {
      clearInterval(temporary);
      clearInterval(unused);
      images.stop();
      await orphans.stop();
    },
  };
}
