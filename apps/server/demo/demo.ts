import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { demoFleet, type FleetDevice } from '../../../simulator/demo-fleet.ts';
import { placeOn } from '../../../simulator/route.ts';
import type { Firmware } from '../modules/fleet/firmware/index.ts';
import type { Sites } from '../modules/fleet/sites/index.ts';
import type { Things } from '../modules/fleet/things/index.ts';
import type { Reporting } from '../modules/ledger/reporting/index.ts';
import { type Accounts, accountByUserName } from '../modules/people/accounts/index.ts';
import type { Roles } from '../modules/people/roles/index.ts';
import type { Staff } from '../modules/people/staff/index.ts';
import type { Resources } from '../modules/records/resources/index.ts';
import type { Running, Services } from '../platform/services.ts';
import type { Progress } from '../progress.ts';
import { runInbox } from './inbox.ts';
import { type FleetPast, openPast } from './past/write-past.ts';
import { runPlatform } from './platform.ts';
import { assign, placed } from './seed/assign.ts';
import { linkDevices, type Mobile } from './seed/business/link-devices.ts';
import { seedStaff } from './seed/business/seed-staff.ts';
import { mayBeDemo, seedDemo } from './seed/demo.ts';
import { demoMain } from './seed/demo-accounts.ts';
import { seedFirmware } from './seed/firmware.ts';
import { seedSignIns } from './seed/seed-sign-ins.ts';
import { seedTariffs } from './seed/seed-tariffs.ts';
import { loadBusiness } from './snapshot/load-business.ts';

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
  sites: Pick<Sites, 'putTariff'>;
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

/** The demo's end user: its home has its whole history at once. */
const END_USER = 'demo_enduser';

/**
 * The demo: creates its tenant on an empty instance, with the business of its back office from a snapshot. Its simulated
 * fleet then runs in a separate process, which reports over MQTT like any device; the history of most of its systems is
 * stored in the background. An instance with real accounts is not changed, and a database given by URL is never filled.
 * @returns null without a demo
 */
export async function prepareDemo(options: DemoOptions): Promise<Demo | null> {
  const { services, progress } = options;
  const { config, db } = services;
  if (config.empty || config.databaseUrl || config.demoThings === 0) return null;
  if (!(await mayBeDemo(services))) return null;
  const generated = demoFleet(config.demoThings, FLEET_SEED);
  const assigned = assign(generated);
  const systems = placed(generated, assigned);
  // The systems are simulated while the database is filled.
  const [past, { fleet, firmwareKey }] = await Promise.all([
    openFleetPast(options, systems),
    fill(options, generated),
  ]);
  const own = systems.filter(({ devid }) => assigned.get(devid)?.boundTo === END_USER);
  if (past) {
    progress.step('Writing the history of the demo user’s home');
    await past.write(new Set(own.map(({ devid }) => devid)));
  }
  const main = await accountByUserName(db, demoMain);
  if (!main) throw new Error('The demo has no main account');
  return {
    run(addresses) {
      const running = [
        runFleet({ ...options, ...addresses }, JSON.stringify(fleet), firmwareKey),
        runPlatform(options),
        runInbox({ ...options, ...addresses }),
        ...(past ? [runPast(services, past)] : []),
      ];
      return {
        async stop() {
          await Promise.all(running.map((each) => each.stop()));
        },
      };
    },
  };
}

/** Everything of the demo in PostgreSQL; the next start completes an interrupted one. */
async function fill(options: DemoOptions, generated: readonly FleetDevice[]) {
  const { services, accounts, things, resources, progress } = options;
  const { config } = services;
  progress.step('Making the accounts and devices of the demo');
  const fleet = await seedDemo(services, accounts, things, generated);
  if (!fleet) throw new Error('This instance has become one without a demo');
  const firmwareKey = await seedFirmware(
    services,
    options.firmware,
    fleet.map(({ devid }) => devid),
  );
  const main = await accountByUserName(services.db, demoMain);
  if (!main) throw new Error('The demo has no main account');
  await seedTariffs(services, options.sites, main, fleet);
  await seedStaff(services, options, main);
  if (config.demoBusiness !== '0') {
    progress.step('Loading the business of its back office');
    const loaded = await loadBusiness(services, config.demoBusiness, main);
    if (loaded) await linkDevices(services, resources, loaded.carrier, mobileOf(fleet));
  }
  await seedSignIns(services, main);
  return { fleet, firmwareKey };
}

/** Null without a history. */
async function openFleetPast(
  { services, things, progress }: DemoOptions,
  fleet: readonly FleetDevice[],
): Promise<FleetPast | null> {
  if (services.config.demoDays === 0) return null;
  return openPast({
    services,
    things,
    fleet,
    stateFile: stateFile(services),
    onProgress(done, total) {
      services.demoPast = done < total ? { done, total } : undefined;
      if (done === total) progress.print(`The demo's history is complete (${total} systems).`);
    },
  });
}

const stateFile = ({ config }: Services) => join(config.dataDir, 'demo', 'state.json');

/** Stores the history of all other systems in the background; the console shows how far it is. */
function runPast({ log }: Services, past: FleetPast): Running {
  const running = past.write().catch((err: unknown) => {
    log.error({ err }, 'the history of the demo could not be stored; the next start continues it');
  });
  return {
    async stop() {
      await past.stop();
      await running;
    },
  };
}

/** The device in a vehicle, with the place where its laps begin. */
function mobileOf(fleet: readonly FleetDevice[]): Mobile | undefined {
  const mobile = fleet.find(({ route }) => route);
  return mobile?.route && { devid: mobile.devid, onItsWay: placeOn(mobile.place, mobile.route, 0) };
}

/**
 * Keeps the simulator running until it is stopped. It gets the devices on standard input, so that no secret is on a
 * command line.
 */
function runFleet(
  { services, mqttUrl, httpUrl }: DemoOptions & Addresses,
  devices: string,
  firmwareKey: string,
): Running {
  const { log } = services;
  const args = ['--url', mqttUrl, '--devices', '-', '--quiet'];
  args.push('--http', httpUrl, '--firmware-key', firmwareKey);
  args.push('--state', stateFile(services));
  const stopping = new AbortController();
  let child: ChildProcess | undefined;

  const keepRunning = async () => {
    while (!stopping.signal.aborted) {
      child = spawn(process.execPath, [SIMULATOR, ...args], { stdio: ['pipe', 'ignore', 'pipe', 'ipc'] });
      child.stderr?.on('data', (text: Buffer) =>
        log.warn({ text: text.toString().trim() }, 'the simulator says'),
      );
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
