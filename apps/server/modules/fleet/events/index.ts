import type { LiveEvents } from '@voltloop/contract';
import { liveTopics } from '../../../platform/bus.ts';
import type { Module } from '../../../platform/module.ts';
import type { Services } from '../../../platform/services.ts';
import type { UplinkRouter } from '../../../platform/uplink.ts';
import type { Telemetry } from '../telemetry/index.ts';
import type { Things } from '../things/index.ts';
import { RuleFollower } from './follow-rules.ts';
import { followSilence } from './follow-silence.ts';
import { handleEvent } from './handle-event.ts';
import { publishEventChanges } from './publish-changes.ts';
import { eventRoutes, ruleRoutes } from './routes.ts';
import { wrongSecret } from './rules.ts';
import { type EventNews, raiseCount } from './store.ts';
import { EventSweep } from './sweep.ts';
import { FaultWatch } from './watch-faults.ts';

export { eventCodes } from './event-codes.ts';
export { type EventKind, FENCE_SOURCE } from './rules.ts';
export { clearEvents, type EventNews, raiseEvents } from './store.ts';

export interface Events extends Module {
  /** Call it after a transaction in which events were raised or cleared: notifies nodes and watchers. */
  announce(changed: readonly EventNews[]): Promise<void>;
  /** Resolves when the events of every frame committed so far are written. For tests and an orderly stop. */
  settled(): Promise<void>;
}

/**
 * Events of things: from messages of devices, fault bits, rules over readings, and silence. One event is
 * active per thing and code, enforced by a unique index across sources and nodes.
 */
export async function createEvents(
  services: Services,
  things: Pick<Things, 'byDevid' | 'find' | 'onWrongSecrets'>,
  telemetry: Pick<
    Telemetry,
    'onCommitted' | 'onSilence' | 'watch' | 'countBeyond' | 'newestReadings' | 'refreshStatus' | 'reject'
  >,
  uplink: UplinkRouter,
): Promise<Events> {
  const faults = new FaultWatch(services, telemetry);
  const rules = new RuleFollower(services, telemetry, faults);
  const sweep = new EventSweep(services, telemetry);
  telemetry.onSilence(followSilence(services, telemetry));
  let unsubscribe: (() => Promise<void>) | undefined;
  telemetry.onCommitted((frames) => faults.update(frames));
  uplink.on('events', (message) => handleEvent(services, telemetry, things, message));
  things.onWrongSecrets(async ({ id }, { attempts, first_ms, last_ms }) => {
    const raise = { thingId: id, kind: wrongSecret, value: attempts, begin_ms: first_ms };
    const news = await services.db.transaction().execute((trx) => raiseCount(trx, raise, last_ms));
    await publishEventChanges(services, telemetry, news);
  });
  return {
    routes(http) {
      const deps = { ...services, things, telemetry };
      eventRoutes(http, deps);
      ruleRoutes(http, deps);
    },
    announce: (changed) => publishEventChanges(services, telemetry, changed),
    settled: () => faults.settled(),
    async start() {
      if (services.config.roles.has('ingest')) {
        await rules.start();
        unsubscribe = await services.bus.subscribe(liveTopics.event, (_topic, payload) => {
          faults.onEvent(JSON.parse(payload.toString()) as LiveEvents['event']);
        });
      }
      sweep.start();
    },
    async stop() {
      await sweep.stop();
      await rules.stop();
      await faults.stop();
      await unsubscribe?.();
    },
  };
}
