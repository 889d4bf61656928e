import type { LiveEvents } from '@voltloop/contract';
import { liveTopics } from '../../platform/bus.ts';
import type { Services } from '../../platform/services.ts';
import type { Telemetry } from '../telemetry/index.ts';
import type { EventNews } from './store.ts';

/**
 * After events were raised, cleared or acknowledged: the status of things with faults is derived anew (not where
 * `telemetry` is null: nothing about the thing changed), and every node hears of it. What they tell is written in the database already, so a failure here is only logged.
 */
export async function tell(
  services: Pick<Services, 'bus' | 'log'>,
  telemetry: Pick<Telemetry, 'refreshStatus'> | null,
  news: readonly EventNews[],
): Promise<void> {
  const faulty = [...new Set(news.filter((n) => n.level === 3).map((n) => n.thing_id))];
  try {
    if (telemetry && faulty.length > 0) await telemetry.refreshStatus(faulty);
    for (const { id, devid, code, level, state } of news) {
      const message: LiveEvents['event'] = { id, devid, code, level, state };
      await services.bus.publish(liveTopics.event, JSON.stringify(message));
    }
  } catch (err) {
    services.log.warn({ err, events: news.length }, 'events were written but not announced');
  }
}
