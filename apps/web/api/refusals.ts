const listeners = new Set<() => void>();

/** Calls `listener` whenever the server has refused a call for want of a right. Returns the way to stop. */
export function onRefusal(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The server has answered 403: what this page knows of the account's rights may be old. */
export function noteRefusal(): void {
  for (const listener of listeners) listener();
}
