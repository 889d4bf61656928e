import { createServer } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import { mqttAddress, openBus, startUplink } from './broker-links.ts';
import { type Config, usesExternalBroker } from './config.ts';
import { prepareDemo } from './demo/demo.ts';
import { createBroker } from './embedded/broker.ts';
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
import { openStores } from './open-stores.ts';
import type { Bus } from './platform/bus.ts';
import { createHealth, type StuckCheck } from './platform/health.ts';
import type { Module } from './platform/module.ts';
import { checkFiles, openExportFiles, openFiles } from './platform/open-files.ts';
import { createOpenapi } from './platform/openapi.ts';
import type { Services } from './platform/services.ts';
import { TenantRates } from './platform/tenant-rates.ts';
import { UplinkRouter } from './platform/uplink.ts';
import { checkPort, closeServer, listenOn, listenOrExplain } from './ports.ts';
import type { Progress } from './progress.ts';
import type { Stopping } from './stopping.ts';
import { CertificateFiles, createMqttTls, createRedirect, serveMqttOverWebSocket } from './tls/index.ts';

export interface Server {
  url: string;
  mqttUrl: string;
  /** The address for devices over TLS; null without TLS. */
  mqttTlsUrl: string | null;
  /** Whether this is the demo. */
  demo: boolean;
  /** The set-up code of the first account; null once there is one, and on nodes without the set-up page. */
  setupCode: string | null;
}

/**
 * Starts everything that the settings require, in the order of dependencies. Started parts are in `stopping`, also
 * when a later part fails: the caller stops it.
 */
export async function startServer(
  config: Config,
  log: Logger,
  progress: Progress,
  stopping: Stopping,
): Promise<Server> {
  await checkPort('PORT', config.host, config.port);
  const { tls } = config;
  const embedsBroker = !usesExternalBroker(config);
  if (embedsBroker) await checkPort('MQTT_PORT', config.mqttHost, config.mqttPort);
  if (tls && embedsBroker) await checkPort('MQTT_TLS_PORT', tls.mqttHost, tls.mqttPort);
  const certificates = tls ? await CertificateFiles.open(tls.files, log) : null;
  const stores = await openStores(config, log, progress, stopping);

  const uplink = new UplinkRouter();
  const tenantRates = new TenantRates({ ...stores, log });
  let things: Awaited<ReturnType<typeof createThings>> | undefined;
  const broker = !embedsBroker
    ? null
    : await createBroker({
        // The registry needs the bus, and the bus the broker: nothing connects before `listen`.
        authenticate: async (devid, secret, address) =>
          things?.authenticateDevice(devid, secret, address) ?? null,
        authenticateCertificate: async (devid) => things?.byDevid(devid) ?? null,
        certificatesOnly: tls?.certificatesOnly ?? false,
        uplink,
        rate: config.deviceRate,
        tenantRates,
        log,
      });
  const bus: Bus = broker?.bus ?? (await openBus(config, log));
  stopping.add('bus', () => (broker ?? bus).stop());

  const files = await openFiles(config);
  const exportFiles = await openExportFiles(config);
  if (config.roles.has('api') || config.roles.has('jobs')) {
    await checkFiles(files, config.filesPlace, log);
    await checkFiles(exportFiles, config.exports.place, log, 'EXPORTS');
  }
  const services: Services = { config, ...stores, bus, files, log, clock: () => new Date() };
  const mail = createMail(services);
  const accounts = createAccounts(services, mail);
  const sessions = await createSessions(services, accounts, mail);
  const staff = createStaffModule(services, accounts, sessions);
  things = await createThings(services, accounts);
  const telemetry = await createTelemetry(services, things, uplink, tenantRates);
  const firmware = await createFirmware(services, things, telemetry, uplink);
  const commands = await createCommands(services, things, telemetry, uplink, firmware);
  const events = await createEvents(services, things, telemetry, uplink);
  const live = await createLive(services, things);
  const preferences = createPreferences(services);
  let brokerLink: StuckCheck = () => null;
  const health = createHealth(
    services,
    config.roles.has('ingest') ? { ingest: () => telemetry.stuck() ?? brokerLink() } : {},
  );
  const roles = createRoles(services);
  const sites = createSites(services, telemetry);
  const resources = createResources(services);
  const reporting = createReporting(services, worksSupply);
  const uploads = createFiles(services);
  const imports = createImports(services, things, resources.importKinds);
  const modules: Record<string, Module> = {
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
    passport: createPassports(services),
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
  };

  const failed = (what: string) => (err: Error) => log.error({ err }, `${what} failed`);
  let mqttTlsPort: number | null = null;
  async function openMqtt(): Promise<void> {
    const mqttBroker = broker!;
    await listenOrExplain('MQTT_PORT', config.mqttPort, () =>
      mqttBroker.listen(config.mqttHost, config.mqttPort),
    );
    if (!tls || !certificates) return;
    const secure = createMqttTls(mqttBroker, certificates, {
      clientAuthorities: tls.files.clientCa !== undefined,
      log,
    });
    await listenOrExplain('MQTT_TLS_PORT', tls.mqttPort, async () => {
      mqttTlsPort = await secure.listen(tls.mqttHost, tls.mqttPort);
    });
    stopping.add('MQTT over TLS', () => secure.stop());
  }
  /** The firmware address of demo devices: plain HTTP, because the certificate names another host. */
  async function plainAddress(port: number): Promise<string> {
    if (!tls) return `http://${reachable(config.host)}:${port}`;
    const inner = createServer((request, reply) => app.routing(request, reply));
    const { port: open } = await listenOn(inner, { host: '127.0.0.1', port: 0 }, failed('http of the demo'));
    stopping.add('http of the demo', () => closeServer(inner));
    return `http://127.0.0.1:${open}`;
  }

  // A node without the role api serves its health and nothing else.
  const served = config.roles.has('api') ? Object.values(modules) : [health];
  const { app, http } = await createApp(services, sessions, served, certificates?.server);
  if (broker) serveMqttOverWebSocket(app, broker, config);
  createOpenapi(http, { open: config.publicDocs });
  for (const [name, module] of Object.entries(modules)) {
    await module.start?.();
    if (module.stop) stopping.add(name, () => module.stop!());
  }

  // Once a port is open, or the server reports that it is ready, sign-in works.
  const demo = await prepareDemo({
    services,
    accounts,
    staff,
    things,
    firmware,
    resources,
    reporting,
    roles,
    progress,
  });
  if (config.roles.has('ingest')) {
    if (broker) await openMqtt();
    else {
      const reader = await startUplink(config, uplink, services);
      brokerLink = () => reader.cause();
      stopping.add('uplink', () => reader.stop());
    }
  }
  await listenOrExplain('PORT', config.port, () => app.listen({ host: config.host, port: config.port }));
  stopping.add('http', () => app.close());
  if (certificates) {
    certificates.onChange(({ server }) => (app.server as HttpsServer).setSecureContext(server));
    const watching = certificates.watch();
    stopping.add('certificate', () => watching.stop());
  }

  if (tls?.redirectPort != null) {
    const redirect = createRedirect(() => publicPort(config, app.server.address() as AddressInfo));
    await listenOrExplain('HTTP_REDIRECT_PORT', tls.redirectPort, () =>
      listenOn(redirect, { host: config.host, port: tls.redirectPort! }, failed('the redirect')),
    );
    stopping.add('redirect', () => closeServer(redirect));
  }
  const mqttUrl = mqttAddress(config);
  const { port } = app.server.address() as AddressInfo;
  if (demo) {
    const running = demo.run({ mqttUrl, httpUrl: await plainAddress(port) });
    stopping.add('demo', () => running.stop());
  }
  return {
    url: config.publicUrl ?? `${tls ? 'https' : 'http'}://${shown(config.host)}:${port}`,
    mqttUrl,
    mqttTlsUrl: mqttTlsPort === null ? null : `mqtts://${shown(tls!.mqttHost)}:${mqttTlsPort}`,
    demo: demo !== null,
    setupCode: config.roles.has('api') ? await accounts.setupCode() : null,
  };
}

/** The public port: a proxy or port forwarding may use another one than this process. */
function publicPort({ publicUrl }: Config, { port }: AddressInfo): number {
  if (!publicUrl?.startsWith('https:')) return port;
  return Number(new URL(publicUrl).port || 443);
}

/** An address on which this machine reaches itself. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  return host === '::' ? '[::1]' : shown(host);
}

/** An address a person can open. */
function shown(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
