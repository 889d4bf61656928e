import { insertPushChannel } from '@voltloop/contract/calls/notifications.ts';
import { call } from '../../api/call.ts';

/** Whether this browser can show notifications, or why not. */
export type PushState = 'unsupported' | 'denied' | 'open';

export function pushState(): PushState {
  // Development has no service worker, nor do browsers over plain http.
  const has = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (!has || import.meta.env.DEV) return 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : 'open';
}

/** The server's id of this browser: derived from the URL of its subscription; null while it has none. */
export async function thisBrowser(): Promise<string | null> {
  if (pushState() === 'unsupported') return null;
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscription) return null;
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(subscription.endpoint));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Requests the permission, subscribes this browser and adds it as a channel. Call it from a click: browsers refuse
 * the request otherwise.
 * @returns whether the user agreed
 */
export async function notifyThisBrowser(publicKey: string, name: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) };
  // A subscription for another key, from before the server was set up again, would be refused.
  const former = await pushManager.getSubscription();
  if (former && !isFor(former, options.applicationServerKey)) await former.unsubscribe();
  const subscription = (await pushManager.subscribe(options)).toJSON();
  await call(insertPushChannel, {
    body: {
      name,
      endpoint: subscription.endpoint ?? '',
      keys: { p256dh: subscription.keys?.p256dh ?? '', auth: subscription.keys?.auth ?? '' },
    },
  });
  return true;
}

/** Ends the subscription of this browser: its push service refuses further messages. */
export async function leaveThisBrowser(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

function isFor({ options }: PushSubscription, key: Uint8Array): boolean {
  const own = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  return own.length === key.length && own.every((byte, index) => byte === key[index]);
}

const browsers = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const;
const systems = ['iPhone', 'iPad', 'Android', 'Windows', 'Mac', 'Linux'] as const;

/** A name for this browser in the list of channels: `Firefox, Windows`. */
export function browserName(userAgent: string): string {
  const browser = browsers.find(([sign]) => userAgent.includes(sign))?.[1] ?? 'Browser';
  const system = systems.find((sign) => userAgent.includes(sign));
  return system ? `${browser}, ${system}` : browser;
}
