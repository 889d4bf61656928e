import { fieldValue, isField, setFieldValue, type TextField } from './field-value.ts';
import { keyText } from './key-text.ts';
import { type Burst, detect, type ScanRules, scanRules } from './scan-detector.ts';

/** Labels of locations are short. */
const rules: ScanRules = { ...scanRules, least: 4 };
/** That many keys in such quick succession are no typing, even without an Enter. */
const CERTAIN = 6;

/**
 * Keeps the input of a scanner out of a form in which it must not end, such as one for a password: while `isActive`, keys
 * that are faster than typing neither stay in a field nor submit it, and are reported as one text. Keys are followed
 * before that too, so that a scan is complete during which the form appears.
 * @returns the function that ends it
 */
export function guardScans(isActive: () => boolean, onScan: (text: string) => void): () => void {
  let burst: Burst | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The field in which the burst began, with its content before. */
  let written: { field: TextField; value: string } | null = null;

  const finish = () => {
    const text = burst?.text.trim() ?? '';
    const isScan = isActive() && burst !== null && (burst.ended || text.length >= CERTAIN);
    if (isScan && written?.field.isConnected) setFieldValue(written.field, written.value);
    [burst, written] = [null, null];
    if (isScan && text !== '') onScan(text);
  };
  const onKey = (event: KeyboardEvent) => {
    if (!event.isTrusted || event.repeat) return;
    const key = keyText(event);
    const before = burst;
    const { target } = event;
    const next = detect(before, { key, at_ms: event.timeStamp, inText: false }, rules);
    const begins = next.burst !== null && next.burst.text.length === 1 && next.burst !== before;
    // The former burst is over before this key counts.
    if (begins && before !== null) finish();
    burst = next.burst;
    if (begins) written = isField(target) ? { field: target, value: fieldValue(target) ?? '' } : null;
    clearTimeout(timer);
    if (burst === null) return;
    timer = setTimeout(finish, rules.settle_ms);
    if (!isActive() || !next.swallow || !(burst.ended || burst.text.length >= CERTAIN)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  window.addEventListener('keydown', onKey, true);
  return () => {
    clearTimeout(timer);
    window.removeEventListener('keydown', onKey, true);
  };
}
