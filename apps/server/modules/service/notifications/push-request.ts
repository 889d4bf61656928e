import { encryptNotification } from '@block65/webcrypto-web-push';
import type { PushSubscriptionKeys } from '@voltloop/contract';
import type { HookRequest } from './requests.ts';
import type { Vapid } from './vapid.ts';
import type { Notice } from './words.ts';

/** How long a push service keeps a message for an offline browser, s. */
const TTL_S = 86_400;
/** Capacity of one record after its header (RFC 8291), with a margin for JSON escapes. */
const MAX_BYTES = 3800;

/** The content that the service worker shows. */
export interface PushPayload {
  /** The same for all tries: a second one replaces the first. */
  id: string;
  language: 'en' | 'zh';
  title: string;
  body: string;
  /** Page of the console that a click opens. */
  path: string;
}

/** A notice cut to the size of a push message: as many lines as fit. */
export function pushPayload({ id, language, title, lines, path }: Notice): PushPayload {
  const payload = { id, language, title: title.slice(0, 200), path };
  for (let n = lines.length; n > 0; n -= 1) {
    const candidate = { ...payload, body: lines.slice(0, n).join('\n') };
    if (Buffer.byteLength(JSON.stringify(candidate)) <= MAX_BYTES) return candidate;
  }
  return { ...payload, body: (lines[0] ?? '').slice(0, 500) };
}

/** The request that sends an end-to-end encrypted notice to a browser through its push service. */
export async function pushRequest(
  { target, keys, vapid }: { target: string; keys: PushSubscriptionKeys; vapid: Vapid },
  notice: Notice,
  now: Date,
): Promise<HookRequest> {
  const subscription = { endpoint: target, expirationTime: null, keys };
  const plain = Buffer.from(JSON.stringify(pushPayload(notice)));
  const body = await encryptNotification(subscription, plain);
  const isFault = notice.events.some(({ level, what }) => level === 3 && what !== 'end');
  return {
    url: target,
    headers: {
      Authorization: await vapid.authorization(target, now),
      'Content-Encoding': 'aes128gcm',
      'Content-Type': 'application/octet-stream',
      TTL: String(TTL_S),
      Urgency: isFault ? 'high' : 'normal',
    },
    body,
  };
}
