import { oldestEvent, retentionOf } from '../../platform/retention.ts';
import type { Services } from '../../platform/services.ts';
import type { UplinkMessage } from '../../platform/uplink.ts';
import type { Telemetry } from '../telemetry/index.ts';
import type { Things } from '../things/index.ts';
import { type DeviceEvent, parseEvent } from './parse-event.ts';
import { publishEventChanges } from './publish-changes.ts';
import { clearEvents, type EventNews, insertPast, raiseEvents, raiseLevel } from './store.ts';

/**
 * Takes an event message of a device: begins or ends its event. Duplicates and reordered messages change nothing
 * more. An unreadable one is stored among the rejects. Rejects only when a store is unreachable, so that the device sends it again.
 */
export async function handleEvent(
  services: Services,
  telemetry: Pick<Telemetry, 'refreshStatus' | 'reject'>,
  things: Pick<Things, 'byDevid'>,
  { devid, payload }: Pick<UplinkMessage, 'devid' | 'payload'>,
): Promise<void> {
  const event = parseEvent(payload, services.clock().getTime());
  if (!event) return telemetry.reject(devid, 'events', payload);
  const thing = await things.byDevid(devid);
  if (!thing) return;
  // One from before what is kept begins nothing and leaves nothing: what ended it may be gone. It can still end an active one.
  const oldest_ms = oldestEvent(
    retentionOf(services.config.retention, thing.retention),
    services.clock().getTime(),
  );
  const old = oldest_ms !== null && (event.end_ms ?? event.begin_ms) < oldest_ms;
  const news =
    event.end_ms === null
      ? await begin(services, thing.id, event, old)
      : await end(services, thing.id, event, old);
  await publishEventChanges(services, telemetry, news);
}

/** Begins its event; one that is active already rises to a graver level that the device names now. */
async function begin(
  { db }: Services,
  thingId: string,
  event: DeviceEvent,
  old: boolean,
): Promise<EventNews[]> {
  const begun = old ? [] : await raiseEvents(db, [{ thingId, ...event }]);
  return begun.length > 0 ? begun : raiseLevel(db, { thingId, ...event });
}

async function end(
  { db }: Services,
  thingId: string,
  event: DeviceEvent,
  old: boolean,
): Promise<EventNews[]> {
  const end_ms = event.end_ms ?? event.begin_ms;
  const clear = { thingId, kind: event.kind, end_ms };
  const cleared = await clearEvents(db, [clear]);
  if (cleared.length > 0 || old) return cleared;
  // Its beginning was never heard of: it is history. Or it was written this moment, and can be ended now.
  const isPast = await insertPast(db, { thingId, ...event }, end_ms);
  return isPast ? [] : clearEvents(db, [clear]);
}
