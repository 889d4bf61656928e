import type { LiveEvents } from '@voltloop/contract';
import { type Bus, liveTopics } from '../../../platform/bus.ts';
import type { Services } from '../../../platform/services.ts';
import { commandStates } from './metrics.ts';

/**
 * Notifies every node of a command's new state. Lost notices are harmless: waiting callers read the row again
 * periodically.
 */
export async function announce(
  services: Pick<Services, 'log'> & { bus: Pick<Bus, 'publish'> },
  news: LiveEvents['command'],
): Promise<void> {
  commandStates.inc({ state: news.state });
  await services.bus.publish(liveTopics.command, JSON.stringify(news)).catch((err: unknown) => {
    services.log.debug({ err, command: news.id }, 'a command state was not announced');
  });
}
