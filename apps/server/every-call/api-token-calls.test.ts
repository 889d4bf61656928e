import type { Route } from '@voltloop/contract';
import { expect, test } from 'vitest';
import { reaches } from '../modules/people/sessions/index.ts';
import { everyRoute } from './every-route.ts';

/*
 * Every call needs a decision: API tokens reach it, or its contract has `apiToken: false`. A new call fails here
 * until it has one (docs/decisions/0080): a stolen token must give neither longer access than its lifetime nor
 * another identity. So calls about the account itself, and calls that grant access, exclude tokens.
 */

const words = (text: string) => text.trim().split(/\s+/);

/** Calls that read, with any token of their family. */
const reads = words(`
  aggregations attentionList backofficeBusiness backofficeHome backofficeWork batchData countEvents
  developerThings developerUsers deviceMetrics doubtfulReadings energyCounters energyPeriod exportEvents exportHistory exportRunFile exportStaff
  exportUsers
  findAllRecycleSites findOrderByNo findRoleById findRoleMenus findRolePage firmwareVersions fleetEnergy
  fleetInsight fleetPower fleetReport getAccountOwnerLimits getAreaByCityId getCampaign getCityByProvId
  getDevice getDeviceModel getEvent getFirstSteps getImport getInfoModel getMenus getNotifications getOwnerControl
  getParamBatch getParams getPreference getProvCityList getProvList getSelf getSite getSitePrices getStaff
  getThing getUser getView importErrors importTemplate lastPackage legacyDeviceCount legacyDeviceData
  legacyDevices legacySubusers legacyUser listBindings listBrands listCampaigns listDeviceModels listEscalationPeople
  listEventCodes listEvents listExportRuns listExportSchedules listFirmwareKeys listImportRows listInvitations listJobs listMessages listModelCatalogue
  listNotificationMessages listPackages listParamBatches listParamChanges listParamJobs listParamSets
  listParamTemplates listRejects listReportSchedules listRules listSiteNotes listSiteTariffs listSites listStaff
  listStaffRoles listThings listTransfers listUpgradable listUserThings listUsers listViews listWebhooks live loadAllRoles
  orderProgress packageFile readAvatar readBrand readFile siteCost siteEnergy siteEnergyHours siteEnergyPeriod
  siteForecast siteReport siteSeries siteTags siteTariffProposal thingEnergyHours thingForecast thingIds thingPositions
  thingSummary thingVersions userTree
`);

/** Calls that change, or read by POST: with the scope `write`. */
const changes = words(`
  acceptTransfer acknowledgeEvent acknowledgeEvents activateDeviceModel addSiteDevice addSiteNote autoBind batchLastData bindThings
  cancelJob cancelOrder cancelParamBatch cancelTransfer  confirmImport createDeviceModel createParamTemplate
  createSite decideReadings declineTransfer defaultView deleteChannel deleteExportRunFile deleteExportSchedule deleteNotificationRule deleteParamTemplate
  deleteRecycleSite deleteReportSchedule deleteRule deleteSite deleteSiteNote deleteSiteTariff deleteStaff
  deleteThing deleteUser deleteView deleteWebhook discardDeviceModelDraft discardFile discardImport exportComparison exportThings fetchSitePrices
  historyAggregation  insertNotificationRule installDeviceModel  insertRule legacyBindDevices
  legacyCreateDevice legacyDeleteDevice moveCampaign moveUser previewCampaign previewDeviceModel previewNotificationRule
  previewParamBatch previewRule publishPackage putAccountOwnerLimits putPreference putSitePrices putSiteTariff
  putThingOwnerLimits readOwnerControl readParams registerThing removeBrand removeBrandLogo removeSiteDevice
  renameView replaceSiteDevice requestTransfer restoreReadings retireDeviceModel retryCampaign retryParamBatch rotateSecret
  runExportSchedule
  saveBrand saveDeviceModelDraft saveView sendMessage setBrandHost setBrandLogo setDeviceCategoryStatus
  setOwnerControl setQuietHours startCampaign startParamBatch testChannel unbindThings unbindThingsPost
  updateNotificationRule updateParamTemplate updateRule updateSite updateThing uploadFile uploadImport
  uploadPackage withdrawPackage
`);

/** Back-office calls of resources and documents that tokens may use, by the last part of the call's name. */
const resourceReads = words(`
  alarms amounts balance contents count course curve deviceProposal differences export exportExcel exportFile
  exportRecovery facets file find findAll findByCode findById findConnected findLife findOpen findPage
  findTransits findUninvoiced findWaiting flows head history inTransit item lines linesTemplate lookup mappings
  openDeliveries ordered progress proposeCodes proposed readScan recovery recoveryOfYear reporting reverseTotal
  sales scopes search stock store stores trace tree values view works
`);
const resourceChanges = words(`
  check claim close correct credit delete deleteMapping enterResults findLabels importCurve importLines insert
  insertFromCollection insertFromDeliveries readHeads readResults releaseClaim reopen restore run save saveLines
  saveMapping saveValues settleDelivery step submit takeOver update
`);

const closed = everyRoute.filter((route) => route.access !== 'public' && route.access !== 'operator');
const reached = (scope: 'read' | 'write') =>
  closed.filter((route) => reaches({ scope, families: ['portal', 'backoffice'] }, route));
const ofResource = ({ name }: Route) => name.includes('.');
const verbs = (routes: Route[]) =>
  [...new Set(routes.filter(ofResource).map((route) => route.name.split('.').at(-1)))].sort();
const names = (routes: Route[]) =>
  routes
    .filter((route) => !ofResource(route))
    .map((route) => route.name)
    .sort();

test('a token with the scope "read" reaches exactly these calls', () => {
  const routes = reached('read');
  expect(names(routes), 'decide on the new call: see above').toEqual([...reads].sort());
  expect(verbs(routes), 'decide on the new calls of resources: see above').toEqual([...resourceReads].sort());
});

test('a token with the scope "write" also reaches these', () => {
  const before = new Set(reached('read'));
  const routes = reached('write').filter((route) => !before.has(route));
  expect(names(routes), 'decide on the new call: see above').toEqual([...changes].sort());
  expect(verbs(routes), 'decide on the new calls of resources: see above').toEqual(
    [...resourceChanges].sort(),
  );
});

test('no token reaches calls about the account itself', () => {
  const about =
    /\/self\b|\/control\/|\/auth\/|\/setup|session|password|two-factor|login|token|\/user\/info|\/role\/(insert|update|delete)/i;
  const open = reached('write').filter(({ path, aliases = [] }) =>
    [path, ...aliases].some((each) => about.test(each)),
  );
  // The token's own account: what a program reads first.
  expect(open.map((route) => route.name)).toEqual(['getSelf']);
});

test('calls without `apiToken: false` that create or change accounts, invitations or keys are listed here', () => {
  const open = reached('write').filter(
    ({ method, path }) =>
      method !== 'GET' && /\/(users|staff|subusers|invitations|keys)(\/:\w+)?(\/[a-z-]+)?$/.test(path),
  );
  // They delete accounts, move them within the subtree or change bindings; none of them allows signing in.
  expect(names(open)).toEqual(['bindThings', 'deleteStaff', 'deleteUser', 'moveUser', 'unbindThings']);
});
