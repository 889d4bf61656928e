import type { Rules } from '@voltloop/resource-kit';
import { assayRules } from './assay/assay.rules.ts';
import { batteryRules } from './battery/battery.rules.ts';
import { bomRules } from './bom/bom.rules.ts';
import { collectionRules } from './collection/collection.rules.ts';
import { documentRules } from './document.rules.ts';
import { documentKinds } from './documents.ts';
import { driverRules } from './driver/driver.rules.ts';
import { enterpriseRules } from './enterprise/enterprise.rules.ts';
import { geofenceRules } from './geofence/geofence.rules.ts';
import { gradingSchemeRules } from './grading-scheme/grading-scheme.rules.ts';
import { invoiceRules } from './invoice/invoice.rules.ts';
import { movementRules } from './movement/movement.rules.ts';
import { orderRules } from './order/order.rules.ts';
import { passportRules } from './passport/passport.rules.ts';
import { productionRules } from './production/production.rules.ts';
import { receiptRules } from './receipt/receipt.rules.ts';
import { recycleSiteRules } from './recycle-site/recycle-site.rules.ts';
import { simRules } from './sim/sim.rules.ts';
import { stockTakeRules } from './stock-take/stock-take.rules.ts';
import { storeRules } from './store/store.rules.ts';
import { testReportRules } from './test-report/test-report.rules.ts';
import { vehicleRules } from './vehicle/vehicle.rules.ts';

/** Server-side rules by resource; most have none. A new one is one line here. */
export const rules: Readonly<Record<string, Rules>> = {
  assay: assayRules,
  battery: batteryRules,
  ...Object.fromEntries(documentKinds.map(({ resource }) => [resource.name, documentRules])),
  bom: bomRules,
  collection: collectionRules,
  driver: driverRules,
  enterprise: enterpriseRules,
  geofence: geofenceRules,
  gradingScheme: gradingSchemeRules,
  invoice: invoiceRules,
  movement: movementRules,
  order: orderRules,
  receipt: receiptRules,
  passport: passportRules,
  production: productionRules,
  recycleSite: recycleSiteRules,
  sim: simRules,
  stockTake: stockTakeRules,
  store: storeRules,
  testReport: testReportRules,
  vehicle: vehicleRules,
};
