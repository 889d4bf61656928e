import type { Module } from '../../../platform/module.ts';
import type { Resources } from '../../records/resources/index.ts';
import { batteryRoutes } from './batteries/routes.ts';
import { collectionRoutes } from './collection/routes.ts';
import { deviceCategoryRoutes } from './device-category/routes.ts';
import { homeRoutes } from './home/routes.ts';
import { invoiceRoutes } from './invoice/routes.ts';
import { orderRoutes } from './order/routes.ts';
import { recycleSiteRoutes } from './recycle-site/routes.ts';

export { draftOfCollection } from './collection/draft-invoice.ts';
export { draftOfCredit, draftOfDeliveries } from './invoice/draft-invoice.ts';
export { readOpenDeliveries } from './invoice/open-deliveries.ts';

/** The recycler's home, and calls of single resources beyond their declaration. */
export function createBackoffice({ core }: Resources): Module {
  return {
    routes(http) {
      homeRoutes(http, core);
      batteryRoutes(http, core.services);
      deviceCategoryRoutes(http, core);
      recycleSiteRoutes(http, core);
      orderRoutes(http, core);
      invoiceRoutes(http, core);
      collectionRoutes(http, core);
    },
  };
}
