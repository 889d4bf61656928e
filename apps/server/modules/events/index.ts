import type { LiveEvents } from '@voltloop/contract';
import { liveTopics } from '../../platform/bus.ts';
import type { Module } from '../../platform/module.ts';
import type { Services } from '../../platform/services.ts';
import type { UplinkRouter } from '../../platform/uplink.ts';
import type { Telemetry } from '../telemetry/index.ts';
import type { Things } from '../things/index.ts';
import { eventRoutes } from './routes.ts';
import { SilenceSweep } from './sweep-silence.ts';
import { takeEvent } from './take-event.ts';
import { FaultWatch } from './watch-faults.ts';

export interface Events extends Module {
  /** Resolves when the events of every frame committed so far are written. For tests and orderly ends. */
  settled(): Promise<void>;
}

/**
 * Events of things: what devices tell, what fault bits say, and silence. One event is active per thing and code,
 * by a unique index, whichever of the three raises it and on whichever node.
 */
export async function createEvents(
  services: Services,
  things: Pick<Things, 'byDevid'>,
  telemetry: Pick<Telemetry, 'onCommitted' | 'refreshStatus' | 'reject'>,
  uplink: UplinkRouter,
): Promise<Events> {
  const faults = new FaultWatch(services, telemetry);
  const silence = new SilenceSweep(services, telemetry);
  let unsubscribe: (() => Promise<void>) | undefined;
  telemetry.onCommitted((frames) => faults.see(frames));
  uplink.on('events', (message) => takeEvent(services, telemetry, things, message));
  return {
    routes: (http) => eventRoutes(http, services),
    settled: () => faults.settled(),
    async start() {
      if (services.config.roles.has('ingest')) {
        unsubscribe = await services.bus.subscribe(liveTopics.event, (_topic, payload) => {
          faults.hear(JSON.parse(payload.toString()) as LiveEvents['event']);
        });
      }
      if (services.config.roles.has('jobs')) silence.start();
    },
    async stop() {
      await silence.stop();
      await faults.stop();
      await unsubscribe?.();
    },
  };
}
