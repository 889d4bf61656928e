/** All devices of a configuration, and the timers that drive them. */
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Backoff } from './backoff.ts';
import { type Config, type Credentials, readCredentials, readNeeded } from './config.ts';
import { Device, energyKey } from './device.ts';
import type { EnergyState } from './energy.ts';
import { Inverter } from './inverter.ts';
import { Line } from './modbus/line.ts';
import { Store } from './store.ts';
import { Uplink } from './uplink.ts';

export interface GatewayOptions {
  config: Config;
  version: string;
  log: Logger;
  env?: Record<string, string | undefined>;
  now_ms?: () => number;
  /** For reconnecting to inverters and the broker. */
  backoff?: () => Backoff;
}

const TICK_MS = 250;

export interface Gateway {
  devices: readonly Device[];
  /** Connects the devices to the broker. */
  connect(): void;
  /** Connects, and polls and reports at the configured intervals. */
  start(): void;
  stop(): Promise<void>;
}

/** The files and variables named in a configuration. @throws StartError when one cannot be read */
export function readFiles(
  config: Config,
  env: Record<string, string | undefined>,
  warn: (message: string) => void,
): { ca: Buffer | undefined; credentials: Credentials[] } {
  const { ca_file } = config.mqtt;
  return {
    ca: ca_file === undefined ? undefined : readNeeded(ca_file, 'mqtt', 'ca_file'),
    credentials: config.devices.map((d) => readCredentials(d, env, warn)),
  };
}

/** @throws StartError when a file of the configuration cannot be read */
export function createGateway(options: GatewayOptions): Gateway {
  const { config, version, log, env = process.env, now_ms = Date.now, backoff } = options;
  const { ca, credentials } = readFiles(config, env, (message) => log.warn(message));
  const lines = linesOf(config, backoff);
  const devices = config.devices.map((deviceConfig) => {
    const { devid } = deviceConfig;
    const store = new Store(join(config.data_dir, `${devid}.sqlite`), config.keep_frames, (m) =>
      log.error(m),
    );
    const inverters = deviceConfig.inverters.map((inverterConfig) => {
      const line = lines.get(lineKey(inverterConfig)) as Line;
      const poll_s = inverterConfig.poll_s ?? config.poll_s;
      const inverter = new Inverter({ config: inverterConfig, line, poll_s, now_ms, log });
      inverter.energy = store.get<EnergyState>(energyKey(inverter.name));
      return inverter;
    });
    return new Device({ devid, version, report_s: config.report_s, inverters, store, now_ms, log });
  });
  const stopping = new AbortController();
  const loops: Promise<void>[] = [];
  let timer: NodeJS.Timeout | undefined;
  return {
    devices,
    connect() {
      devices.forEach((device, n) => {
        const { devid } = device;
        device.connect(
          new Uplink({
            url: config.mqtt.url,
            ...(ca ? { ca } : {}),
            devid,
            credentials: credentials[n] ?? {},
            store: device.store,
            log,
            now_ms,
            state: () => device.state(),
            onCommand: (command) => device.onCommand(command),
            ...(backoff ? { backoff: backoff() } : {}),
          }),
        );
      });
    },
    start() {
      this.connect();
      for (const inverter of devices.flatMap((d) => d.inverters))
        loops.push(pollUntil(inverter, stopping.signal));
      timer = setInterval(() => {
        for (const device of devices) device.tick();
      }, TICK_MS);
    },
    async stop() {
      stopping.abort();
      clearInterval(timer);
      for (const line of lines.values()) line.close();
      await Promise.all(loops);
      await Promise.all(devices.map((device) => device.stop()));
    },
  };
}

const lineKey = ({ host, port }: { host: string; port: number }): string => `${host}:${port}`;

/** One connection per host and port, shared by its units and devices. */
function linesOf(config: Config, backoff: GatewayOptions['backoff']): Map<string, Line> {
  const inverters = config.devices.flatMap((d) => d.inverters);
  const lines = new Map<string, Line>();
  for (const { host, port } of inverters) {
    const own = inverters.filter((i) => i.host === host && i.port === port);
    lines.set(
      lineKey({ host, port }),
      new Line({
        host,
        port,
        units: [...new Set(own.map((i) => i.unit))],
        timeout_ms: Math.max(...own.map((i) => i.timeout_ms)),
        ...(backoff ? { backoff: backoff() } : {}),
      }),
    );
  }
  return lines;
}

/** Each inverter has its own loop, so that one that hangs does not delay others. */
async function pollUntil(inverter: Inverter, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const begun_ms = performance.now();
    await inverter.poll();
    const left_ms = inverter.poll_s * 1000 - (performance.now() - begun_ms);
    if (left_ms > 0) await setTimeout(left_ms, undefined, { signal }).catch(() => undefined);
  }
}
