import { decodeMessage } from '@voltloop/protocol/decode-message.ts';
import type { Services } from '../../../platform/services.ts';
import type { UplinkMessage } from '../../../platform/uplink.ts';
import type { Things } from '../things/index.ts';
import { publishCommand } from './publish-command.ts';
import { pendingOf } from './store.ts';

/** A device may report itself online before it subscribes; the second sending reaches it. */
const SECOND_SENDING_MS = 2000;

/**
 * Sends the pending command of a device that reports itself online (docs/protocol.md section 4). Never rejects: the
 * state message has its own handler, and the sweep retries.
 */
export async function resendToDevice(
  services: Services,
  things: Pick<Things, 'byDevid'>,
  message: UplinkMessage,
): Promise<void> {
  // A retained state is not current.
  if (message.retained || !saysOnline(message.payload)) return;
  try {
    const thing = await things.byDevid(message.devid);
    if (!thing) return;
    for (const id of await pendingOf(services.db, thing.id)) {
      await publishCommand(services, id, { atOnce: true, pause_ms: SECOND_SENDING_MS });
    }
  } catch (err) {
    services.log.warn(
      { err, devid: message.devid },
      'a pending command was not sent to a device that came back',
    );
  }
}

function saysOnline(payload: Buffer): boolean {
  return (decodeMessage(payload) as { online?: unknown } | null | undefined)?.online === true;
}
