const listeners = new Set<() => void>();

/** Calls `listener` when the server has ended a live stream because the account has opened too many others. */
export function onTooManyStreams(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function tooManyStreams(): void {
  for (const listener of listeners) listener();
}
