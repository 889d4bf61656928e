/** A key press, and the former content of its field. */
export interface EarlyKey {
  event: KeyboardEvent;
  value: string | null;
}

/** More than the longest label. */
const MOST = 100;

let kept: EarlyKey[] = [];
const keep = (event: KeyboardEvent) => {
  kept = [...kept.slice(1 - MOST), { event, value: fieldValue(event.target) }];
};

/** The content of a field; null for anything else. */
export function fieldValue(target: EventTarget | null): string | null {
  const field = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  return field ? target.value : null;
}

/** Keeps the keys that are pressed until what hears scanners has been fetched: a scan may come first. */
export function bufferEarlyKeys(): void {
  window.addEventListener('keydown', keep, true);
}

/** The keys that were kept, in their order; from now on none is. */
export function drainEarlyKeys(): EarlyKey[] {
  window.removeEventListener('keydown', keep, true);
  const keys = kept;
  kept = [];
  return keys;
}
