/** A fleet of simulated devices: one timer for all of them. */
import { createClock } from './clock.ts';
import type { FleetDevice } from './demo-fleet.ts';
import { type DeviceOptions, SimulatedDevice } from './device.ts';
import { createSystem, restoreState, type System } from './fleet/index.ts';
import { type Scenario, scenarios } from './scenarios/index.ts';

const TICK_MS = 1000;
/** Limit of devices that connect per tick, so that a large fleet does not connect all at once. */
const CONNECT_PER_TICK = 50;
const DAY_MS = 86_400_000;

export interface FleetOptions {
  /** Broker, e.g. `mqtt://127.0.0.1:1883`. */
  url: string;
  devices: readonly (FleetDevice & { secret: string })[];
  /** Name of a scenario, or a scenario object. Default `normal-day`. */
  scenario?: string | Scenario;
  /**
   * Above 1 the simulated world starts a day ago (or at `from_ms`) and runs at this speed until it reaches the present.
   */
  speed?: number;
  from_ms?: number;
  reconnect_ms?: number;
  /** Source and signer of firmware for all devices. */
  firmware?: DeviceOptions['firmware'];
  /** Interval of device ticks, ms; default 1000. */
  tick_ms?: number;
  log?: (message: string) => void;
}

export interface FleetStats {
  devices: number;
  connected: number;
  /** Frames. */
  sent: number;
  acknowledged: number;
  waiting: number;
  dropped: number;
  commands: number;
}

export interface Fleet {
  devices: ReadonlyMap<string, SimulatedDevice>;
  stats(): FleetStats;
  systems(): Iterable<System>;
  /** Takes every device offline; resolves when all connections are closed. */
  stop(): Promise<void>;
}

/** Starts the devices. Throws RangeError for an unknown scenario, a device without a secret or a duplicate devid. */
export function startFleet(options: FleetOptions): Fleet {
  const { speed = 1, log } = options;
  const scenario = findScenario(options.scenario ?? 'normal-day');
  const clock = createClock(speed, options.from_ms ?? (speed > 1 ? Date.now() - DAY_MS : Date.now()));
  const devices = new Map<string, SimulatedDevice>();
  for (const one of options.devices) {
    if (!one.secret) throw new RangeError(`${one.devid} has no secret`);
    if (devices.has(one.devid)) throw new RangeError(`${one.devid} is given twice`);
    devices.set(
      one.devid,
      new SimulatedDevice({
        url: options.url,
        secret: one.secret,
        system: systemOf(one, clock.now_ms()),
        now_ms: clock.now_ms,
        ...(one.route ? { route: one.route } : {}),
        ...(options.reconnect_ms === undefined ? {} : { reconnect_ms: options.reconnect_ms }),
        ...(options.firmware ? { firmware: options.firmware } : {}),
        ...(log ? { log } : {}),
      }),
    );
  }
  const list = [...devices.values()];
  const began_ms = clock.now_ms();
  let started = 0;

  const tick = () => {
    for (const next = Math.min(list.length, started + CONNECT_PER_TICK); started < next; started += 1) {
      list[started]?.start();
    }
    const now_ms = clock.now_ms();
    for (let i = 0; i < started; i += 1) {
      const device = list[i] as SimulatedDevice;
      scenario.act(device, i, (now_ms - began_ms) / 1000, now_ms);
      device.tick();
    }
  };
  tick();
  const timer = setInterval(tick, options.tick_ms ?? TICK_MS);

  return {
    devices,
    systems: () => list.map((d) => d.system),
    stats: () => addUp(list),
    async stop() {
      clearInterval(timer);
      await Promise.all(list.map((d) => d.stop()));
    },
  };
}

function findScenario(scenario: string | Scenario): Scenario {
  if (typeof scenario !== 'string') return scenario;
  const found = scenarios.get(scenario);
  if (!found) throw new RangeError(`no scenario ${scenario}; there are ${[...scenarios.keys()].join(', ')}`);
  return found();
}

/** The system of a device: saved or new. Both start reporting immediately. */
function systemOf(device: FleetDevice, now_ms: number): System {
  if (!device.state) return createSystem(device, now_ms);
  const system = restoreState(device.state);
  system.state.next_status_ms = 0;
  system.state.next_pack_ms = 0;
  return system;
}

function addUp(list: readonly SimulatedDevice[]): FleetStats {
  const sum: FleetStats = {
    devices: list.length,
    connected: 0,
    sent: 0,
    acknowledged: 0,
    waiting: 0,
    dropped: 0,
    commands: 0,
  };
  for (const device of list) {
    const s = device.stats();
    sum.connected += s.connected ? 1 : 0;
    sum.sent += s.sent;
    sum.acknowledged += s.acknowledged;
    sum.waiting += s.waiting;
    sum.dropped += s.dropped;
    sum.commands += s.commands;
  }
  return sum;
}
