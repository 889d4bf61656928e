import { createAccounts } from './modules/accounts/index.ts';
import { createAreas } from './modules/areas/index.ts';
import { createBackoffice } from './modules/backoffice/index.ts';
import { createBrands } from './modules/brands/index.ts';
import { createCodes } from './modules/codes/index.ts';
import { createCommands } from './modules/commands/index.ts';
import { createDeviceAccess } from './modules/device-access/index.ts';
import { createDocuments } from './modules/documents/index.ts';
import { createEvents } from './modules/events/index.ts';
import { createExports } from './modules/exports/index.ts';
import { createFeed } from './modules/feed/index.ts';
import { createFiles } from './modules/files/index.ts';
import { createFirmware } from './modules/firmware/index.ts';
import { createFirstSteps } from './modules/first-steps/index.ts';
import { createGeofences } from './modules/geofences/index.ts';
import { createImports } from './modules/imports/index.ts';
import { createLabels } from './modules/labels/index.ts';
import { createLive } from './modules/live/index.ts';
import { createLogModule } from './modules/log/index.ts';
import { createMail } from './modules/mail/index.ts';
import { createNotifications } from './modules/notifications/index.ts';
import { createParams } from './modules/params/index.ts';
import { createPassports } from './modules/passport/index.ts';
import { createPeriods } from './modules/periods/index.ts';
import { createPersonalData } from './modules/personal-data/index.ts';
import { createPreferences } from './modules/preferences/index.ts';
import { createReporting } from './modules/reporting/index.ts';
import { createReports } from './modules/reports/index.ts';
import { createResources } from './modules/resources/index.ts';
import { createRetention } from './modules/retention/index.ts';
import { createRoles } from './modules/roles/index.ts';
import { createSessions } from './modules/sessions/index.ts';
import { createSites } from './modules/sites/index.ts';
import { createStaffModule } from './modules/staff/index.ts';
import { createStatistics } from './modules/statistics/index.ts';
import { createStock } from './modules/stock/index.ts';
import { createTelemetry } from './modules/telemetry/index.ts';
import { createTenants } from './modules/tenants/index.ts';
import { createTesting } from './modules/testing/index.ts';
import { createThings } from './modules/things/index.ts';
import { createTraceability } from './modules/traceability/index.ts';
import { createWebhooks } from './modules/webhooks/index.ts';
import { createWorks, worksSupply } from './modules/works/index.ts';
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
  const things = await createThings(services, accounts);
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
    things,
    deviceAccess: createDeviceAccess(services, things),
    telemetry,
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
    testing: createTesting(resources),
    traceability: createTraceability(resources),
    log: createLogModule(resources),
    backoffice: createBackoffice(resources),
    retention: createRetention(services),
    health,
  } satisfies Record<string, Module>;
}
