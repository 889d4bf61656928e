import * as contract from '@voltloop/contract';
import type { Module } from '../../../platform/module.ts';
import { Notices } from '../../../platform/notices.ts';
import type { Services } from '../../../platform/services.ts';
import type { Events } from '../events/index.ts';
import type { Telemetry } from '../telemetry/index.ts';
import { listAlarms } from './list-alarms.ts';
import { FenceSweep } from './sweep.ts';
import { FenceWatch, KnownFences } from './watch.ts';

export interface Geofences extends Module {
  /** Processes changed fences and overlong stays now. For tests. */
  sweep(): Promise<void>;
}

/**
 * Watches the fences of the back office: each position that a device reports is evaluated, and entering, leaving and
 * overlong stays become events of the device. The things inside each fence are stored in PostgreSQL.
 */
export function createGeofences(
  services: Services,
  telemetry: Pick<Telemetry, 'onPosition'>,
  events: Pick<Events, 'announce'>,
): Geofences {
  const { pool, log, config } = services;
  const fences = new KnownFences(services);
  const watch = new FenceWatch(services, events, fences);
  const sweep = new FenceSweep(services, events);
  const sweeps = config.roles.has('jobs');
  const changed = () => {
    fences.invalidate();
    if (sweeps) void sweep.run();
  };
  const notices = new Notices(pool, log, 'voltloop_geofences', { onNotice: changed, onGap: changed });
  telemetry.onPosition((position) => watch.accept(position));
  return {
    routes(http) {
      http.implement(contract.listFenceAlarms, (ctx, { query }) => listAlarms(services, ctx, query));
    },
    sweep: () => sweep.run(),
    async start() {
      if (config.roles.has('ingest') || sweeps) await notices.start();
      sweep.start();
    },
    async stop() {
      await notices.stop();
      await sweep.stop();
      await watch.stop();
    },
  };
}
