import { useRef } from 'react';
import { keyAt, keyText } from '../../ui/keyboard/key-text.ts';
import { type Burst, detect } from '../../ui/keyboard/scan-detector.ts';
import { readingOf } from './reading-of.ts';

/** The end of a scan: its text where that differs from the content of the field, because of the keyboard's layout. */
export interface BurstEnd {
  otherReading: string | null;
}

/** For a field that handles scans itself: whether a key is the Enter of a scanner, and must not submit the form. */
export function useBurstEnd(): (event: KeyboardEvent) => BurstEnd | null {
  const burst = useRef<Burst | null>(null);
  return (event) => {
    const press = { key: keyText(event), placed: keyAt(event), at_ms: event.timeStamp, inText: true };
    const detected = detect(burst.current, press);
    burst.current = detected.burst;
    // Tab moves to the next field, as when typing.
    if (!detected.swallow || event.key === 'Tab' || !detected.burst) return null;
    const reading = readingOf(detected.burst);
    return { otherReading: reading === detected.burst.text ? null : reading.trim() };
  };
}
