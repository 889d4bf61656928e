/** One key as the detector sees it. */
export interface ScanKey {
  /** The character that it writes, `Enter`, `Tab`, or null for every key that writes nothing (Shift, arrows). */
  key: string | null;
  at_ms: number;
  /** Whether the focus is in something that takes text. */
  inText: boolean;
}

export interface ScanRules {
  /** Longest pause between two keys of a scanner. They send every 1 to 30 ms; the fastest hands need 60 and more. */
  gap_ms: number;
  /** How long after its Enter a scan may continue: labels of two lines send an Enter between them. */
  settle_ms: number;
  /** Fewest characters of a scan outside of fields. */
  least: number;
  /** Fewest characters of a scan in a field, where they may be meant for the field: nearly a whole code. */
  leastInText: number;
  /** Whether a text that was scanned in a field is not meant for the field: VINs and card numbers are scanned, too. */
  takes?: (text: string) => boolean;
}

export const scanRules: ScanRules = { gap_ms: 50, settle_ms: 120, least: 6, leastInText: 17 };

/** What has been typed in one go so far. */
export interface Burst {
  text: string;
  last_ms: number;
  inText: boolean;
  /** Ended by Enter or Tab; it may still continue with a second line. */
  ended: boolean;
}

export interface Detected {
  burst: Burst | null;
  /** Whether this key belongs to a scan for sure, and must do nothing else: press a button, send a form. */
  swallow: boolean;
  /** A scan that is over: another key has come after it. */
  scan?: string;
}

/** Whether what was typed in one go can be a scan. */
function canBeScan(burst: Burst, rules: ScanRules): boolean {
  const { length } = burst.text.replaceAll('\n', '');
  if (!burst.inText) return length >= rules.least;
  return length >= rules.leastInText && (rules.takes?.(burst.text) ?? true);
}

/** The scan that a burst is once nothing more comes; null while it may continue, or when it was typed by hand. */
export function settled(burst: Burst | null, now_ms: number, rules = scanRules): string | null {
  if (!burst?.ended || now_ms - burst.last_ms < rules.settle_ms) return null;
  return canBeScan(burst, rules) ? burst.text.trimEnd() : null;
}

/**
 * Distinguishes a keyboard-wedge scanner from typing: many characters, each a moment after the other, and an Enter.
 * Pure: the keys come in with their times, the burst so far goes in and out.
 */
export function detect(before: Burst | null, press: ScanKey, rules = scanRules): Detected {
  const { key, at_ms, inText } = press;
  if (key === null) return { burst: before, swallow: false };
  const gap_ms = before ? at_ms - before.last_ms : Number.POSITIVE_INFINITY;
  const goesOn = before !== null && gap_ms >= 0 && gap_ms <= (before.ended ? rules.settle_ms : rules.gap_ms);
  const over = goesOn ? null : settled(before, at_ms, rules);
  const done = over === null ? {} : { scan: over };
  const ending = key === 'Enter' || key === 'Tab';

  if (!goesOn) {
    const burst = ending ? null : { text: key, last_ms: at_ms, inText, ended: false };
    return { burst, swallow: false, ...done };
  }
  if (ending) {
    const burst = { ...before, text: `${before.text}\n`, last_ms: at_ms, ended: true };
    const long = canBeScan(burst, rules);
    return { burst: long ? burst : null, swallow: long };
  }
  const burst = { ...before, text: before.text + key, last_ms: at_ms, ended: false };
  // From the third character on it is no hand: what a scanner writes outside of fields must not press shortcuts.
  return { burst, swallow: !inText && burst.text.length > 2 };
}
