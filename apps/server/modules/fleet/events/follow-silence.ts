import type { Services } from '../../../platform/services.ts';
import type { SilenceListener, Telemetry } from '../telemetry/index.ts';
import { publishEventChanges } from './publish-changes.ts';
import { offline } from './rules.ts';
import { clearEvents, raiseEvents } from './store.ts';

/** Raises the notice of silence for the things that telemetry marks as silent, and ends it when they are back. */
export const followSilence = (
  services: Pick<Services, 'db' | 'bus' | 'log'>,
  telemetry: Pick<Telemetry, 'refreshStatus'>,
): SilenceListener => ({
  async silent(trx, rows) {
    const news = await raiseEvents(
      trx,
      rows.map((row) => ({ thingId: row.thing_id, kind: offline, begin_ms: row.received_at.getTime() })),
    );
    return () => publishEventChanges(services, telemetry, news);
  },
  async back(rows) {
    const ends = rows.map((row) => ({
      thingId: row.thing_id,
      kind: offline,
      end_ms: row.received_at.getTime(),
    }));
    await publishEventChanges(services, telemetry, await clearEvents(services.db, ends));
  },
});
