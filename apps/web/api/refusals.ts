const listeners = new Set<() => void>();

/** Calls `listener` whenever the server has refused a call for lack of a right. Returns a function that stops it. */
export function onRefusal(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The server has answered 403: this page's copy of the account's rights may be outdated. */
export function noteRefusal(): void {
  for (const listener of listeners) listener();
}
