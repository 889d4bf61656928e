import { fieldValue } from '../../ui/keyboard/field-value.ts';

/** A key press, and the content of its field before it. */
export interface EarlyKey {
  event: KeyboardEvent;
  value: string | null;
}

/** More than the longest label. */
const MAX_KEYS = 100;

let kept: EarlyKey[] = [];
const keep = (event: KeyboardEvent) => {
  kept = [...kept.slice(1 - MAX_KEYS), { event, value: fieldValue(event.target) }];
};

/** Buffers key presses until the scanner listener has loaded: a scan may come first. */
export function bufferEarlyKeys(): void {
  window.addEventListener('keydown', keep, true);
}

/** Returns the buffered key presses in order, and stops buffering. */
export function drainEarlyKeys(): EarlyKey[] {
  window.removeEventListener('keydown', keep, true);
  const keys = kept;
  kept = [];
  return keys;
}
