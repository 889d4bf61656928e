import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { demoFleet, type FleetDevice } from '../../../simulator/demo-fleet.ts';
import { placeOn } from '../../../simulator/route.ts';
import { type Accounts, accountByUserName } from '../modules/accounts/index.ts';
import type { Firmware } from '../modules/firmware/index.ts';
import type { Reporting } from '../modules/reporting/index.ts';
import type { Resources } from '../modules/resources/index.ts';
import type { Roles } from '../modules/roles/index.ts';
import type { Staff } from '../modules/staff/index.ts';
import type { Things } from '../modules/things/index.ts';
import type { Running, Services } from '../platform/services.ts';
import type { Progress } from '../progress.ts';
import { runInbox } from './inbox.ts';
import { runPlatform } from './platform.ts';
import type { Mobile } from './seed/business/fleet-rows.ts';
import { seedBusiness } from './seed/business/run.ts';
import { seedStaff } from './seed/business/seed-staff.ts';
import { seedDemo } from './seed/demo.ts';
import { demoMain } from './seed/demo-accounts.ts';
import { seedFirmware } from './seed/firmware.ts';

const FLEET_SEED = 2026;
const SIMULATOR = join(import.meta.dirname, '../../../simulator/main.ts');
const RESTART_MS = 5000;
const STOP_MS = 8000;

interface DemoOptions {
  services: Services;
  accounts: Accounts;
  staff: Staff;
  things: Things;
  firmware: Firmware;
  resources: Resources;
  reporting: Reporting;
  roles: Roles;
  progress: Progress;
}

interface Addresses {
  mqttUrl: string;
  /** The address that the simulated devices download firmware from. */
  httpUrl: string;
}

interface Demo {
  /** Starts the parts that need the running server. */
  run(addresses: Addresses): Running;
}

/**
 * The demo: creates its tenant on an empty instance. Its simulated fleet then runs in a separate process, which
 * reports over MQTT like any device and sends its past as back-fill. An instance with real accounts is not changed,
 * and a database given by URL is never filled.
 * @returns null without a demo
 */
export async function prepareDemo(options: DemoOptions): Promise<Demo | null> {
  const { services, accounts, things, progress } = options;
  const { config } = services;
  if (config.empty || config.databaseUrl || config.demoThings === 0) return null;
  progress.step('Making the demo');
  const fleet = await seedDemo(services, accounts, things, demoFleet(config.demoThings, FLEET_SEED));
  if (!fleet) return null;
  const devids = fleet.map((d) => d.devid);
  const firmwareKey = await seedFirmware(services, options.firmware, devids);
  const main = await accountByUserName(services.db, demoMain);
  if (main) await seedStaff(services, options, main);
  return {
    run(addresses) {
      const running = [
        runFleet({ ...options, ...addresses }, JSON.stringify(fleet), firmwareKey),
        runBusiness(options, mobileOf(fleet)),
        runPlatform(options),
        runInbox({ ...options, ...addresses }),
      ];
      return {
        async stop() {
          await Promise.all(running.map((each) => each.stop()));
        },
      };
    },
  };
}

/** The device in a vehicle, with the place where its laps begin. */
function mobileOf(fleet: readonly FleetDevice[]): Mobile | undefined {
  const mobile = fleet.find(({ route }) => route);
  return mobile?.route && { devid: mobile.devid, onItsWay: placeOn(mobile.place, mobile.route, 0) };
}

/** Fills the demo's back office in the background. */
function runBusiness({ services, resources, progress }: DemoOptions, mobile: Mobile | undefined): Running {
  const { config, log } = services;
  const size = config.demoBusiness;
  if (size === '0') return { stop: async () => {} };
  const stopping = new AbortController();
  const running = seedBusiness(services, resources, size, stopping.signal, { mobile }).then(
    (made) => {
      if (made > 0 && !stopping.signal.aborted)
        progress.print(`The demo's back office is filled (${made} rows).`);
    },
    (err: unknown) =>
      log.error({ err }, 'the demo business could not be created; the next start continues it'),
  );
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/**
 * Keeps the simulator running until it is stopped. It gets the devices on standard input, so that no secret is on a
 * command line.
 */
function runFleet(
  { services, mqttUrl, httpUrl, progress }: DemoOptions & Addresses,
  devices: string,
  firmwareKey: string,
): Running {
  const { config, log } = services;
  const args = ['--url', mqttUrl, '--devices', '-', '--quiet'];
  args.push('--http', httpUrl, '--firmware-key', firmwareKey);
  args.push('--state', join(config.dataDir, 'demo', 'state.json'), '--past', String(config.demoDays));
  const stopping = new AbortController();
  let child: ChildProcess | undefined;

  const keepRunning = async () => {
    while (!stopping.signal.aborted) {
      child = spawn(process.execPath, [SIMULATOR, ...args], { stdio: ['pipe', 'ignore', 'pipe', 'ipc'] });
      child.stderr?.on('data', (text: Buffer) =>
        log.warn({ text: text.toString().trim() }, 'the simulator says'),
      );
      child.on('message', (message: PastMessage) => {
        services.demoPast = pastOf(message);
        report(message, progress);
      });
      child.stdin?.on('error', () => {});
      child.stdin?.end(devices);
      const [code] = await once(child, 'exit');
      if (stopping.signal.aborted) return;
      log.error({ code }, 'the simulated fleet exited unexpectedly and is being restarted');
      await sleep(RESTART_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const running = keepRunning();

  return {
    async stop() {
      stopping.abort();
      child?.kill('SIGTERM');
      const late = setTimeout(() => child?.kill('SIGKILL'), STOP_MS);
      await running;
      clearTimeout(late);
    },
  };
}

export interface PastMessage {
  type: string;
  done?: number;
  total?: number;
}

/** Progress for the console: null once everything is written. */
export function pastOf({
  type,
  done = 0,
  total = 0,
}: PastMessage): { done: number; total: number } | undefined {
  return type === 'past' && done < total ? { done, total } : undefined;
}

/** Logs now and then how much of the demo's past is written; that happens in the background. */
function report({ type, done = 0, total = 0 }: PastMessage, progress: Progress): void {
  if (type !== 'past') return;
  if (done === total) progress.print(`The demo's history is complete (${total} systems).`);
  else if (progress.interactive || done % 50 === 0) {
    progress.step(`Writing the demo's history behind the scenes: ${done} of ${total} systems`);
  }
}
