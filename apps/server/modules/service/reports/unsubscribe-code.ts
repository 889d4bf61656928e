import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

const MAC_BYTES = 16;

const macOf = (signingKey: Buffer, id: string) => {
  const key = Buffer.from(hkdfSync('sha256', signingKey, '', 'voltloop report unsubscribe', 32));
  return createHmac('sha256', key).update(id).digest().subarray(0, MAC_BYTES);
};

/** The unsubscribe code in a report's e-mails: the schedule's id, signed by this instance. */
export const unsubscribeCode = (signingKey: Buffer, scheduleId: string): string =>
  scheduleId.replaceAll('-', '') + macOf(signingKey, scheduleId).toString('base64url');

/** The schedule of a code; null if this instance did not issue it. */
export function scheduleOf(signingKey: Buffer, code: string): string | null {
  const found = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})([\w-]{22})$/.exec(code);
  if (!found) return null;
  const id = found.slice(1, 6).join('-');
  const mac = Buffer.from(found[6] ?? '', 'base64url');
  return mac.length === MAC_BYTES && timingSafeEqual(mac, macOf(signingKey, id)) ? id : null;
}
