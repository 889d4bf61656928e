import type { LiveEvents } from '@voltloop/contract';
import { liveTopics } from '../../../platform/bus.ts';
import type { Services } from '../../../platform/services.ts';
import type { Telemetry } from '../telemetry/index.ts';
import { eventChanges } from './metrics.ts';
import type { EventNews } from './store.ts';

/**
 * After events were raised, cleared or acknowledged: recomputes the status of their things, and notifies every node of
 * the things and events. Everything is already stored, so a failure here is only logged.
 */
export async function publishEventChanges(
  services: Pick<Services, 'bus' | 'log'>,
  telemetry: Pick<Telemetry, 'refreshStatus'>,
  news: readonly EventNews[],
): Promise<void> {
  for (const { level, state } of news) eventChanges.inc({ level, state });
  try {
    await telemetry.refreshStatus([...new Set(news.map((n) => n.thing_id))]);
    for (const { id, devid, code, level, state } of news) {
      const message: LiveEvents['event'] = { id, devid, code, level, state };
      await services.bus.publish(liveTopics.event, JSON.stringify(message));
    }
  } catch (err) {
    services.log.warn({ err, events: news.length }, 'events were written but not announced');
  }
}
