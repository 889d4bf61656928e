/** One key press, as the detector receives it. */
export interface ScanKey {
  /** The character that it produces, `Enter`, `Tab`, or null for keys without a character (Shift, arrows). */
  key: string | null;
  /** The letter or digit at its position on the layout of scanners; `key` by default. */
  placed?: string | null;
  at_ms: number;
  /** Whether the focus is in a text field. */
  inText: boolean;
}

export interface ScanRules {
  /** Longest pause between two keys of a scanner, ms. They send every 1 to 30 ms; the fastest typists need 60 or more. */
  gap_ms: number;
  /** How long after its Enter a scan may continue, ms: labels of two lines send an Enter between them. */
  settle_ms: number;
  /** Shortest scan outside of fields, in characters. */
  least: number;
  /** Shortest scan in a field, where it may be meant for the field: nearly a whole code. */
  leastInText: number;
  /** Whether a text scanned in a field is not meant for the field: VINs and card numbers are scanned, too. */
  acceptsInText?: (text: string) => boolean;
  /** The text of a scan; that of its keys by default. */
  read?: (burst: Burst) => string;
}

export const scanRules: ScanRules = { gap_ms: 50, settle_ms: 120, least: 6, leastInText: 17 };

/** The characters of the current burst. */
export interface Burst {
  text: string;
  /** The same by the positions of its keys. */
  placed: string;
  last_ms: number;
  inText: boolean;
  /** Ended by Enter or Tab; it may still continue with a second line. */
  ended: boolean;
}

export interface Detected {
  burst: Burst | null;
  /** Whether this key certainly belongs to a scan, and must have no other effect: press a button, submit a form. */
  swallow: boolean;
  /** A finished scan: another key has followed it. */
  scan?: string;
}

const textOf = (burst: Burst, { read }: ScanRules) => read?.(burst) ?? burst.text;

/** Whether a burst can be a scan. */
function canBeScan(burst: Burst, rules: ScanRules): boolean {
  const { length } = burst.text.replaceAll('\n', '');
  if (!burst.inText) return length >= rules.least;
  return length >= rules.leastInText && (rules.acceptsInText?.(textOf(burst, rules)) ?? true);
}

/** The scan in a burst once nothing follows; null while it may continue, or when it was typed by hand. */
export function settled(burst: Burst | null, now_ms: number, rules = scanRules): string | null {
  if (!burst?.ended || now_ms - burst.last_ms < rules.settle_ms) return null;
  return canBeScan(burst, rules) ? textOf(burst, rules).trimEnd() : null;
}

/**
 * Distinguishes a keyboard-wedge scanner from typing: many characters in quick succession, and an Enter.
 * Pure: receives keys with their times and the burst so far, and returns the new burst.
 */
export function detect(before: Burst | null, press: ScanKey, rules = scanRules): Detected {
  const { key, at_ms, inText } = press;
  if (key === null) return { burst: before, swallow: false };
  const placed = press.placed ?? key;
  const gap_ms = before ? at_ms - before.last_ms : Number.POSITIVE_INFINITY;
  const continues =
    before !== null && gap_ms >= 0 && gap_ms <= (before.ended ? rules.settle_ms : rules.gap_ms);
  const over = continues ? null : settled(before, at_ms, rules);
  const done = over === null ? {} : { scan: over };
  const ending = key === 'Enter' || key === 'Tab';

  if (!continues) {
    const burst = ending ? null : { text: key, placed, last_ms: at_ms, inText, ended: false };
    return { burst, swallow: false, ...done };
  }
  if (ending) {
    const burst = {
      ...before,
      text: `${before.text}\n`,
      placed: `${before.placed}\n`,
      last_ms: at_ms,
      ended: true,
    };
    const long = canBeScan(burst, rules);
    return { burst: long ? burst : null, swallow: long };
  }
  const burst = {
    ...before,
    text: before.text + key,
    placed: before.placed + placed,
    last_ms: at_ms,
    ended: false,
  };
  // Too fast for typing from the third character on: a scan outside of fields must not trigger shortcuts.
  return { burst, swallow: !inText && burst.text.length > 2 };
}
