import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Module } from '../../../platform/module.ts';
import { OrphanSweep, sweepTemporary } from '../../../platform/orphan-sweep.ts';
import { Repeated } from '../../../platform/rounds.ts';
import { schedule } from '../../../platform/schedule.ts';
import type { Services } from '../../../platform/services.ts';
import { ImageWorkers } from './image-workers.ts';
import { fileRoutes } from './routes.ts';
import { type SmallPicture, smallPicture } from './small-picture.ts';
import { idsWithRow } from './store.ts';
import { UPLOADS } from './store-file.ts';
import { removeUnused } from './unused.ts';

export { checkPictureRate } from './picture-rate.ts';
export { attachable, ownPictures } from './store.ts';
export { keyOf as fileKey, saveFile } from './store-file.ts';
export { attachFiles } from './unused.ts';

/** Uploads of people: pictures, contracts, invoices. */
export interface FilesModule extends Module {
  /**
   * The picture in the body of a request, re-encoded to fit a small box and not stored.
   * @throws tooMany, wrongType, validation, tooLarge
   */
  smallPicture(ctx: Ctx, request: FastifyRequest, how: SmallPicture): Promise<Buffer>;
}

export function createFiles(services: Services): FilesModule {
  const orphans = new OrphanSweep(schedule.uploads_orphans, services, UPLOADS, (ids) =>
    idsWithRow(services.db, ids),
  );
  const images = new ImageWorkers();
  const temporary = sweepTemporary(services);
  const failure = 'unused uploads could not be removed; retrying';
  const unused = new Repeated({ work: schedule.uploads_unused, services, failure }, async () => {
    const files = await removeUnused(services);
    if (files > 0) services.log.info({ files }, 'removed uploads that were attached to nothing');
  });
  return {
    smallPicture: (ctx, request, how) => smallPicture({ services, images }, ctx, request, how),
    routes: (http) => fileRoutes(http, { services, images }),
    async start() {
      for (const each of [temporary, orphans, unused]) each.start();
    },
    async stop() {
      images.stop();
      await Promise.all([temporary, unused, orphans].map((each) => each.stop()));
    },
  };
}
