import { insertPushChannel } from '@voltloop/contract/calls/notifications.ts';
import { call } from '../../api/call.ts';

/** Whether this browser can show notifications, or why it cannot. */
export type PushState = 'unsupported' | 'denied' | 'open';

/** Whether this browser can show notifications, and whether its user has refused them for the console. */
export function pushState(): PushState {
  // Development has no worker; over plain http browsers have none, either.
  const has = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (!has || import.meta.env.DEV) return 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : 'open';
}

/** How the server names this browser: by the address of its subscription; null while it has none. */
export async function thisBrowser(): Promise<string | null> {
  if (pushState() === 'unsupported') return null;
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscription) return null;
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(subscription.endpoint));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Asks for the permission, subscribes this browser and makes it a channel. To be called on a click: browsers refuse to ask otherwise.
 * @returns whether the user agreed
 */
export async function notifyThisBrowser(publicKey: string, name: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) };
  // One that was made for another key, before the server was set up again, would be refused.
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

/** What a browser calls itself, for the list of channels: `Firefox, Windows`. */
export function browserName(userAgent: string): string {
  const browser = browsers.find(([sign]) => userAgent.includes(sign))?.[1] ?? 'Browser';
  const system = systems.find((sign) => userAgent.includes(sign));
  return system ? `${browser}, ${system}` : browser;
}
