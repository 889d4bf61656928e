import { onSessionEnd } from '../../api/session.ts';

/** An item that was opened from the palette. */
export interface Recent {
  kind: 'page' | 'thing' | 'account' | 'row';
  path: string;
  name: string;
  hint: string;
}

const KEPT = 6;
const PREFIX = 'voltloop.recent.';
const keyOf = (userId: string) => PREFIX + userId;

/** The account's recent items in this browser, newest first. */
export function recentsOf(userId: string): Recent[] {
  try {
    const list = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]') as unknown;
    return Array.isArray(list) ? list.filter(isRecent).slice(0, KEPT) : [];
  } catch {
    return [];
  }
}

function isRecent(each: unknown): each is Recent {
  const { path, name, hint } = (each ?? {}) as Partial<Recent>;
  return (
    typeof path === 'string' && path.startsWith('/') && typeof name === 'string' && typeof hint === 'string'
  );
}

export function remember(userId: string, recent: Recent): void {
  const others = recentsOf(userId).filter((each) => each.path !== recent.path);
  localStorage.setItem(keyOf(userId), JSON.stringify([recent, ...others].slice(0, KEPT)));
}

/** Deletes them at log-out: names of devices and people must not stay on a shared machine. */
export function forgetRecentsAtEnd(): () => void {
  return onSessionEnd((reason) => {
    if (reason === 'expired') return;
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  });
}
