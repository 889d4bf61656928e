import type { Examples } from '@voltloop/resource-kit';
import { assayExamples } from './assay/assay.examples.ts';
import { assetExamples } from './asset/asset.examples.ts';
import { balanceLimitExamples } from './balance-limit/balance-limit.examples.ts';
import { batteryExamples } from './battery/battery.examples.ts';
import { bomExamples } from './bom/bom.examples.ts';
import { collectionExamples } from './collection/collection.examples.ts';
import { conditionChangeExamples } from './condition-change/condition-change.examples.ts';
import { correctionExamples } from './correction/correction.examples.ts';
import { customerExamples } from './customer/customer.examples.ts';
import { deviceExamples } from './device/device.examples.ts';
import { deviceCategoryExamples } from './device-category/device-category.examples.ts';
import { driverExamples } from './driver/driver.examples.ts';
import { enterpriseExamples } from './enterprise/enterprise.examples.ts';
import { geofenceExamples } from './geofence/geofence.examples.ts';
import { gradingSchemeExamples } from './grading-scheme/grading-scheme.examples.ts';
import { invoiceExamples } from './invoice/invoice.examples.ts';
import { issueExamples } from './issue/issue.examples.ts';
import { movementExamples } from './movement/movement.examples.ts';
import type { names } from './names.ts';
import { openingExamples } from './opening/opening.examples.ts';
import { orderExamples } from './order/order.examples.ts';
import { passportExamples } from './passport/passport.examples.ts';
import { passportModelExamples } from './passport-model/passport-model.examples.ts';
import { productionExamples } from './production/production.examples.ts';
import { receiptExamples } from './receipt/receipt.examples.ts';
import { recycleSiteExamples } from './recycle-site/recycle-site.examples.ts';
import { recyclingRunExamples } from './recycling-run/recycling-run.examples.ts';
import { scrapExamples } from './scrap/scrap.examples.ts';
import { simExamples } from './sim/sim.examples.ts';
import { stockTakeExamples } from './stock-take/stock-take.examples.ts';
import { storeExamples } from './store/store.examples.ts';
import { testReportExamples } from './test-report/test-report.examples.ts';
import { vehicleExamples } from './vehicle/vehicle.examples.ts';

const examples: Readonly<Record<keyof typeof names, Examples>> = {
  enterprise: enterpriseExamples,
  recycleSite: recycleSiteExamples,
  store: storeExamples,
  driver: driverExamples,
  battery: batteryExamples,
  deviceCategory: deviceCategoryExamples,
  bom: bomExamples,
  asset: assetExamples,
  testReport: testReportExamples,
  gradingScheme: gradingSchemeExamples,
  passport: passportExamples,
  passportModel: passportModelExamples,
  vehicle: vehicleExamples,
  device: deviceExamples,
  sim: simExamples,
  geofence: geofenceExamples,
  receipt: receiptExamples,
  movement: movementExamples,
  issue: issueExamples,
  conditionChange: conditionChangeExamples,
  scrap: scrapExamples,
  opening: openingExamples,
  stockTake: stockTakeExamples,
  correction: correctionExamples,
  collection: collectionExamples,
  production: productionExamples,
  recyclingRun: recyclingRunExamples,
  assay: assayExamples,
  balanceLimit: balanceLimitExamples,
  customer: customerExamples,
  order: orderExamples,
  invoice: invoiceExamples,
};

/** The rows for tests of a resource: `<resource>.examples.ts` beside its declaration. */
export const examplesOf = (resource: string): Examples => examples[resource as keyof typeof examples];

/** Whether an error is found by rules or in other rows, not by the form of the value. */
export const needsServer = (key: string): boolean =>
  key.startsWith('rule.') || key === 'resource.noReference';
