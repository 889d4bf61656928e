import { createCommands } from './modules/fleet/commands/index.ts';
import { createDeviceAccess } from './modules/fleet/device-access/index.ts';
import { createDeviceModels } from './modules/fleet/device-models/index.ts';
import { createEvents } from './modules/fleet/events/index.ts';
import { createFeed } from './modules/fleet/feed/index.ts';
import { createFirmware } from './modules/fleet/firmware/index.ts';
import { createGeofences } from './modules/fleet/geofences/index.ts';
import { createLive } from './modules/fleet/live/index.ts';
import { createMapping } from './modules/fleet/mapping/index.ts';
import { createParams } from './modules/fleet/params/index.ts';
import { createSites } from './modules/fleet/sites/index.ts';
import { createTelemetry } from './modules/fleet/telemetry/index.ts';
import { createThings } from './modules/fleet/things/index.ts';
import { createPersonalData } from './modules/instance/personal-data/index.ts';
import { createRetention } from './modules/instance/retention/index.ts';
import { createTenants } from './modules/instance/tenants/index.ts';
import { createWebhooks } from './modules/instance/webhooks/index.ts';
import { createBackoffice } from './modules/ledger/backoffice/index.ts';
import { createCells } from './modules/ledger/cells/index.ts';
import { createDocuments } from './modules/ledger/documents/index.ts';
import { createPassports } from './modules/ledger/passport/index.ts';
import { createPeriods } from './modules/ledger/periods/index.ts';
import { createReporting } from './modules/ledger/reporting/index.ts';
import { createStatistics } from './modules/ledger/statistics/index.ts';
import { createStock } from './modules/ledger/stock/index.ts';
import { createTraceability } from './modules/ledger/traceability/index.ts';
import { createWorks, worksSupply } from './modules/ledger/works/index.ts';
import { createAccounts } from './modules/people/accounts/index.ts';
import { createAreas } from './modules/people/areas/index.ts';
import { createBrands } from './modules/people/brands/index.ts';
import { createFiles } from './modules/people/files/index.ts';
import { createFirstSteps } from './modules/people/first-steps/index.ts';
import { createMail } from './modules/people/mail/index.ts';
import { createPreferences } from './modules/people/preferences/index.ts';
import { createRoles } from './modules/people/roles/index.ts';
import { createSessions } from './modules/people/sessions/index.ts';
import { createStaffModule } from './modules/people/staff/index.ts';
import { createCodes } from './modules/records/codes/index.ts';
import { createImports } from './modules/records/imports/index.ts';
import { createLabels } from './modules/records/labels/index.ts';
import { createLogModule } from './modules/records/log/index.ts';
import { createResources } from './modules/records/resources/index.ts';
import { createExports } from './modules/service/exports/index.ts';
import { createNotifications } from './modules/service/notifications/index.ts';
import { createReports } from './modules/service/reports/index.ts';
import { createHealth, type StuckCheck } from './platform/health.ts';
import type { Module } from './platform/module.ts';
import type { Services } from './platform/services.ts';
import type { TenantRates } from './platform/tenant-rates.ts';
import type { UplinkRouter } from './platform/uplink.ts';

export type Modules = Awaited<ReturnType<typeof createModules>>;

/**
 * Creates all modules, in the order in which they start; they stop in reverse.
 * @param brokerLink Why device messages cannot be read; null while they can.
 */
export async function createModules(
  services: Services,
  {
    uplink,
    tenantRates,
    exportFiles,
    brokerLink,
  }: {
    uplink: UplinkRouter;
    tenantRates: TenantRates;
    exportFiles: Services['files'];
    brokerLink: StuckCheck;
  },
) {
  const { config } = services;
  const mail = createMail(services);
  const accounts = createAccounts(services, mail);
  const sessions = await createSessions(services, accounts, mail);
  const staff = createStaffModule(services, accounts, sessions);
  const deviceModels = createDeviceModels(services);
  const things = await createThings(services, accounts, deviceModels);
  const telemetry = await createTelemetry(services, things, uplink, tenantRates, brokerLink);
  const firmware = await createFirmware(services, things, telemetry, uplink);
  const commands = await createCommands(services, things, telemetry, uplink, firmware);
  const events = await createEvents(services, things, telemetry, uplink);
  const live = await createLive(services, things);
  const preferences = createPreferences(services);
  const health = createHealth(services, {
    clock: () => services.clockWatch?.fault() ?? null,
    ...(config.roles.has('ingest') ? { ingest: () => telemetry.stuck() ?? brokerLink() } : {}),
  });
  const roles = createRoles(services);
  const sites = createSites(services, telemetry, things);
  things.onZoneChange(sites.followZone);
  const resources = createResources(services);
  const reporting = createReporting(services, worksSupply);
  const uploads = createFiles(services);
  const imports = createImports(services, things, resources.importKinds);
  return {
    // First, so that it stops after its users.
    mail,
    accounts,
    sessions,
    staff,
    tenantRates,
    tenants: createTenants(services),
    personalData: createPersonalData(services, accounts, sessions),
    deviceModels,
    things,
    deviceAccess: createDeviceAccess(services, things),
    telemetry,
    mapping: createMapping(services, { things, models: deviceModels, telemetry, uplink }),
    firmware,
    commands,
    params: createParams(services, things, commands),
    events,
    geofences: createGeofences(services, telemetry, events),
    sites,
    reports: createReports(services, sites, mail),
    exports: createExports(services, exportFiles, { things, sites, telemetry }),
    feed: createFeed(services, things, telemetry),
    notifications: createNotifications(services, mail),
    webhooks: createWebhooks(services),
    live,
    areas: createAreas(),
    files: uploads,
    brands: createBrands(services, uploads),
    imports,
    preferences,
    firstSteps: createFirstSteps(services),
    roles,
    resources,
    codes: createCodes(services),
    documents: createDocuments(resources),
    periods: createPeriods(services),
    reporting,
    passport: createPassports(services, telemetry.counters),
    stock: createStock(services),
    works: createWorks(resources),
    statistics: createStatistics(services),
    labels: createLabels(services),
    cells: createCells(resources),
    traceability: createTraceability(resources),
    log: createLogModule(resources),
    backoffice: createBackoffice(resources),
    retention: createRetention(services),
    health,
  } satisfies Record<string, Module>;
}
