import { loadCodeInput } from '../codes/frame.ts';
import { loadDocumentViews } from '../documents/frame.ts';
import { loadGeofenceViews, loadPositionInput } from '../geofences/frame.ts';
import { loadPassportModelViews, loadPassportViews } from '../passport/frame.ts';
import {
  loadChemistriesInput,
  loadScrapReasonInput,
  type ViewLoaders,
  type Views,
} from '../resources/frame.ts';
import { loadStoreViews } from '../stock/frame.ts';
import { loadTestReportViews } from '../testing/frame.ts';
import { loadAssayViews, loadProductionViews, loadRunViews } from '../works/frame.ts';

/** Longitude and latitude, chosen on a map. */
async function withPosition(): Promise<Views> {
  const { PositionInput } = await loadPositionInput();
  return { inputs: { longitude: PositionInput } };
}

/** What single resources show beyond their declaration. One line for each that has any. */
export const backofficeViews: ViewLoaders = {
  views: {
    enterprise: async () => {
      const [position, { views }] = await Promise.all([
        withPosition(),
        import('./trade/enterprise.views.tsx'),
      ]);
      return { ...position, ...views };
    },
    geofence: () => loadGeofenceViews().then((module) => module.views),
    recycleSite: withPosition,
    store: async () => {
      const [position, { views }] = await Promise.all([withPosition(), loadStoreViews()]);
      return { ...position, ...views };
    },
    battery: () => import('./batteries/battery.views.tsx').then((module) => module.views),
    device: () => import('./fleet/device.views.tsx').then((module) => module.views),
    collection: () => import('./collection/collection.views.tsx').then((module) => module.views),
    customer: () => import('./trade/customer.views.tsx').then((module) => module.views),
    invoice: () => import('./trade/invoice.views.tsx').then((module) => module.views),
    order: () => import('./trade/order.views.tsx').then((module) => module.views),
    receipt: () => loadDocumentViews('receipt'),
    movement: () => loadDocumentViews('movement'),
    issue: () => loadDocumentViews('issue'),
    conditionChange: () => loadDocumentViews('conditionChange'),
    scrap: () => loadDocumentViews('scrap'),
    opening: () => loadDocumentViews('opening'),
    stockTake: () => loadDocumentViews('stockTake'),
    correction: () => loadDocumentViews('correction'),
    passport: loadPassportViews,
    passportModel: loadPassportModelViews,
    testReport: () => loadTestReportViews().then((module) => module.views),
    production: loadProductionViews,
    recyclingRun: loadRunViews,
    assay: loadAssayViews,
    vehicle: () => import('./fleet/vehicle.views.tsx').then((module) => module.views),
  },
  inputsAs: {
    chemistries: () => loadChemistriesInput().then((module) => module.ChemistriesInput),
    scrapReason: () => loadScrapReasonInput().then((module) => module.ScrapReasonInput),
    batteryCode: () => loadCodeInput().then((module) => module.default),
  },
};
