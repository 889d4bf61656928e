import { createServer } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import { mqttAddress, openBus, startUplink } from './broker-links.ts';
import { type Config, usesExternalBroker } from './config.ts';
import { createModules, type Modules } from './create-modules.ts';
import { prepareDemo } from './demo/demo.ts';
import { type Broker, createBroker } from './embedded/broker.ts';
import type { BrokerDevice } from './embedded/broker-sign-in.ts';
import { isForeign } from './modules/fleet/device-models/index.ts';
import type { DeviceRow } from './modules/fleet/things/index.ts';
import { openStores } from './open-stores.ts';
import type { Bus } from './platform/bus.ts';
import { ClockWatch } from './platform/clock-watch.ts';
import type { StuckCheck } from './platform/health.ts';
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

  const clock = () => new Date();
  const clockWatch = new ClockWatch({
    ...stores,
    log,
    clock,
    hasOtherHost: isElsewhere(config.databaseUrl),
  });
  await clockWatch.start();
  stopping.add('clock', () => clockWatch.stop());
  const uplink = new UplinkRouter(() => clockWatch.fault() !== null);
  const tenantRates = new TenantRates({ ...stores, log });
  let modules: Modules | undefined;
  const atBroker = async (device: DeviceRow | null | undefined): Promise<BrokerDevice | null> =>
    device && modules ? { ...device, foreign: await isForeign(modules.deviceModels, device) } : null;
  const broker = !embedsBroker
    ? null
    : await createBroker({
        // The registry needs the bus, and the bus the broker: nothing connects before `listen`.
        authenticate: async (devid, secret, address) =>
          atBroker(await modules?.things.authenticateDevice(devid, secret, address)),
        authenticateCertificate: async (devid) => atBroker(await modules?.things.byDevid(devid)),
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
  const services: Services = { config, ...stores, bus, files, log, clock, clockWatch };
  let brokerLink: StuckCheck = () => null;
  modules = await createModules(services, {
    uplink,
    tenantRates,
    exportFiles,
    brokerLink: () => brokerLink(),
  });

  const failed = (what: string) => (err: Error) => log.error({ err }, `${what} failed`);
  /** The firmware address of demo devices: plain HTTP, because the certificate names another host. */
  async function plainAddress(port: number): Promise<string> {
    if (!tls) return `http://${reachable(config.host)}:${port}`;
    const inner = createServer((request, reply) => app.routing(request, reply));
    const { port: open } = await listenOn(inner, { host: '127.0.0.1', port: 0 }, failed('http of the demo'));
    stopping.add('http of the demo', () => closeServer(inner));
    return `http://127.0.0.1:${open}`;
  }

  // A node without the role api serves its health and nothing else.
  const served = config.roles.has('api') ? Object.values<Module>(modules) : [modules.health];
  const { app, http, drain } = await createApp(services, modules.sessions, served, certificates?.server);
  if (broker) serveMqttOverWebSocket(app, broker, config);
  createOpenapi(http, { open: config.publicDocs });
  for (const [name, module] of Object.entries<Module>(modules)) {
    await module.start?.();
    if (module.stop) stopping.add(name, () => module.stop!());
  }

  // Once a port is open, or the server reports that it is ready, sign-in works.
  const demo = await prepareDemo({ ...modules, services, progress });
  let mqttTlsPort: number | null = null;
  if (config.roles.has('ingest')) {
    if (broker) mqttTlsPort = await openMqtt(broker, services, certificates, stopping);
    else {
      const reader = await startUplink(config, uplink, services);
      brokerLink = () => reader.cause();
      stopping.add('uplink', () => reader.stop());
    }
  }
  await listenOrExplain('PORT', config.port, () => app.listen({ host: config.host, port: config.port }));
  stopping.add('http', async () => {
    await drain();
    await app.close();
  });
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
    setupCode: config.roles.has('api') ? await modules.accounts.setupCode() : null,
  };
}

/** Opens the MQTT ports of the embedded broker. @returns the port over TLS; null without TLS */
async function openMqtt(
  broker: Broker,
  { config, log }: Services,
  certificates: CertificateFiles | null,
  stopping: Stopping,
): Promise<number | null> {
  const { tls } = config;
  await listenOrExplain('MQTT_PORT', config.mqttPort, () => broker.listen(config.mqttHost, config.mqttPort));
  if (!tls || !certificates) return null;
  const secure = createMqttTls(broker, certificates, {
    clientAuthorities: tls.files.clientCa !== undefined,
    log,
  });
  const port = await listenOrExplain('MQTT_TLS_PORT', tls.mqttPort, () =>
    secure.listen(tls.mqttHost, tls.mqttPort),
  );
  stopping.add('MQTT over TLS', () => secure.stop());
  return port;
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

/** Whether a store has a host, and so a clock, of its own. */
function isElsewhere(url: string | undefined): boolean {
  if (url === undefined || !URL.canParse(url)) return false;
  return !/^(|localhost|127\..*|\[::1\])$/.test(new URL(url).hostname);
}

/** An address a person can open. */
function shown(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
