import { setPriority } from 'node:os';
import { saveState } from '../../../../simulator/fleet/index.ts';
import { aged, beganOf, pastFrames, warmSystem } from '../../../../simulator/past.ts';
import { writeFrames } from '../../modules/fleet/telemetry/index.ts';
import { openClickHouse } from '../../platform/clickhouse.ts';
import type { PastOrder, PastReport } from './past-orders.ts';

/** Simulates systems of the demo for the process that started it, one order at a time. */

/** Of work that nobody waits for. */
const LOW_PRIORITY = 10;
const report = (message: PastReport) => process.send?.(message);

async function carryOut(order: PastOrder): Promise<void> {
  if (order.type === 'warm') {
    const systems = order.devices.map((device) => {
      const system = warmSystem(aged(device, order.days), order.now_ms);
      return [device.devid, { began: beganOf(system, order.now_ms), state: saveState(system) }] as const;
    });
    report({ type: 'warm', systems: Object.fromEntries(systems) });
    return;
  }
  if (order.inBackground) setPriority(LOW_PRIORITY);
  const { device, thing, from_ms, to_ms, began, clickhouse } = order;
  const store = openClickHouse(clickhouse.url, { cluster: clickhouse.cluster });
  const days = (to_ms - from_ms) / 86_400_000;
  await writeFrames(store, thing, pastFrames(aged(device, days), from_ms, to_ms, began), to_ms);
  await store.stop();
  report({ type: 'written', devid: device.devid });
}

process.on('message', (order: PastOrder) => {
  carryOut(order).catch((error: Error) => report({ type: 'failed', message: error.message }));
});
process.on('disconnect', () => process.exit(0));
