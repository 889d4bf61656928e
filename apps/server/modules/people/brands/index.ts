import type { Module } from '../../../platform/module.ts';
import { Notices } from '../../../platform/notices.ts';
import type { Services } from '../../../platform/services.ts';
import type { FilesModule } from '../files/index.ts';
import { BrandsByHost } from './brands-by-host.ts';
import { brandRoutes } from './routes.ts';
import { brandByHost } from './store.ts';

/** Names, logos and colours of accounts for themselves and those below them, and the host names that show them. */
export function createBrands(services: Services, files: Pick<FilesModule, 'smallPicture'>): Module {
  const { db, pool, log } = services;
  const notices = new Notices(pool, log, 'voltloop_brands', {
    onNotice: () => byHost.forget(),
    onGap: () => byHost.forget(),
  });
  const byHost = new BrandsByHost(
    (host) => brandByHost(db, host),
    () => notices.listening,
  );
  return {
    routes: (http) => brandRoutes(http, { services, files, byHost }),
    start: () => notices.start(),
    stop: () => notices.stop(),
  };
}
