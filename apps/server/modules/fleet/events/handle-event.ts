import { invalidField } from '../../../platform/invalid-field.ts';
import { oldestEvent, retentionOf } from '../../../platform/retention.ts';
import type { Services } from '../../../platform/services.ts';
import type { UplinkMessage } from '../../../platform/uplink.ts';
import type { Telemetry } from '../telemetry/index.ts';
import type { Things } from '../things/index.ts';
import { type DeviceEvent, eventMessage, parseEvent } from './parse-event.ts';
import { publishEventChanges } from './publish-changes.ts';
import { clearEvents, type EventNews, insertPast, raiseEvents, raiseLevel } from './store.ts';

/**
 * Handles an event message of a device: begins or ends its event. Duplicates and reordered messages change nothing more.
 * Unreadable messages are stored among the rejects. Rejects only when a database is unreachable, so that the device
 * sends the message again.
 */
export async function handleEvent(
  services: Services,
  telemetry: Pick<Telemetry, 'refreshStatus' | 'reject'>,
  things: Pick<Things, 'byDevid'>,
  { devid, payload }: Pick<UplinkMessage, 'devid' | 'payload'>,
): Promise<void> {
  const event = parseEvent(payload, services.clock().getTime());
  if (!event)
    return telemetry.reject(devid, 'events', payload, invalidField(eventMessage, payload) || 'begin or end');
  const thing = await things.byDevid(devid);
  if (!thing) return;
  // A message older than the retention begins and stores nothing: its end may be deleted. It can still end an active
  // event.
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

/** Begins its event; an active one rises to the more severe level that the device reports. */
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
  // Its beginning is unknown: store it as a past event. Or it was just written concurrently, and can be ended now.
  const isPast = await insertPast(db, { thingId, ...event }, end_ms);
  return isPast ? [] : clearEvents(db, [clear]);
}
