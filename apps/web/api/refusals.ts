const listeners = new Set<() => void>();

/** Calls `listener` whenever the server refuses a call because of a missing right. Returns the unsubscribe function. */
export function onRefusal(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** To be called for a 403: this page's copy of the account's rights may be outdated. */
export function noteRefusal(): void {
  for (const listener of listeners) listener();
}
