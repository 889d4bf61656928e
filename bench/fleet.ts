import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { FleetOrder, FleetReport } from './device-load.ts';
import type { Device } from './mqtt-device.ts';
import { telemetryWorld } from './telemetry-world.ts';

/** Timeout of an order. */
const TIMEOUT_MS = 600_000;

/** Creates a database in a data folder with the main account of the benches and this many devices. */
export async function registerFleet(dataDir: string, count: number): Promise<Device[]> {
  const world = await telemetryWorld(dataDir);
  const devids = Array.from({ length: count }, (_, i) => `FLEET-${String(i).padStart(5, '0')}`);
  const devices: Device[] = [];
  try {
    for (let i = 0; i < count; i += 1000) devices.push(...(await world.register(devids.slice(i, i + 1000))));
  } finally {
    await world.stop();
  }
  return devices;
}

/** Starts the process that simulates the devices. */
export const startFleet = (): ChildProcess => fork(join(import.meta.dirname, 'device-load.ts'));

/** Sends the fleet an order and waits for its report. */
export function commandFleet(fleet: ChildProcess, order: FleetOrder): Promise<FleetReport> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => {
      clearTimeout(late);
      reject(new Error(`the fleet ended with ${code}`));
    };
    const late = setTimeout(() => reject(new Error(`the fleet is not done with ${order.do}`)), TIMEOUT_MS);
    fleet.once('exit', ended);
    fleet.once('message', (report) => {
      clearTimeout(late);
      fleet.off('exit', ended);
      resolve(report as FleetReport);
    });
    fleet.send(order);
  });
}
