import { testReportViews } from '../cells/frame.ts';
import { loadCodeInput } from '../codes/frame.ts';
import { documentViews } from '../documents/frame.ts';
import { loadGeofencePage, loadPositionInput } from '../geofences/frame.ts';
import { passportModelViews, passportViews } from '../passport/frame.ts';
import {
  loadChemistriesInput,
  loadScrapReasonInput,
  type PageViews,
  type ResourceViews,
  type ViewLoaders,
} from '../resources/frame.ts';
import { loadStorePage } from '../stock/frame.ts';
import { assayViews, productionViews, runViews } from '../works/frame.ts';

/** The page of a resource with a longitude and latitude, which its form sets on a map. */
const withPosition = (
  load: () => Promise<{ pageViews: PageViews }> = async () => ({ pageViews: {} }),
): ResourceViews => ({
  page: async () => {
    const [{ PositionInput }, { pageViews }] = await Promise.all([loadPositionInput(), load()]);
    return { inputs: { longitude: PositionInput }, ...pageViews };
  },
});

/** What single resources show beyond their declaration. One line for each that has any. */
export const backofficeViews: ViewLoaders = {
  views: {
    enterprise: withPosition(() => import('./trade/enterprise.page-views.tsx')),
    geofence: { page: loadGeofencePage },
    recycleSite: withPosition(),
    store: withPosition(loadStorePage),
    battery: {
      list: () => import('./batteries/battery.list-views.ts').then((module) => module.listViews),
      page: () => import('./batteries/battery.page-views.tsx').then((module) => module.pageViews),
    },
    device: {
      list: () => import('./fleet/device.list-views.ts').then((module) => module.listViews),
      page: () => import('./fleet/device.page-views.ts').then((module) => module.pageViews),
    },
    collection: {
      list: () => import('./collection/collection.list-views.tsx').then((module) => module.listViews),
      page: () => import('./collection/collection.page-views.ts').then((module) => module.pageViews),
    },
    customer: { page: () => import('./trade/customer.page-views.tsx').then((module) => module.pageViews) },
    invoice: { list: () => import('./trade/invoice.list-views.tsx').then((module) => module.listViews) },
    order: {
      list: () => import('./trade/order.list-views.tsx').then((module) => module.listViews),
      page: () => import('./trade/order.page-views.tsx').then((module) => module.pageViews),
    },
    receipt: documentViews('receipt'),
    movement: documentViews('movement'),
    issue: documentViews('issue'),
    conditionChange: documentViews('conditionChange'),
    scrap: documentViews('scrap'),
    opening: documentViews('opening'),
    stockTake: documentViews('stockTake'),
    correction: documentViews('correction'),
    passport: passportViews,
    passportModel: passportModelViews,
    testReport: testReportViews,
    production: productionViews,
    recyclingRun: runViews,
    assay: assayViews,
    vehicle: {
      list: () => import('./fleet/vehicle.list-views.ts').then((module) => module.listViews),
      page: () => import('./fleet/vehicle.page-views.ts').then((module) => module.pageViews),
    },
  },
  inputsAs: {
    chemistries: () => loadChemistriesInput().then((module) => module.ChemistriesInput),
    scrapReason: () => loadScrapReasonInput().then((module) => module.ScrapReasonInput),
    batteryCode: () => loadCodeInput().then((module) => module.default),
  },
};
