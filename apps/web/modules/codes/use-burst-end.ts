import { useRef } from 'react';
import { keyText } from './key-text.ts';
import { type Burst, detect } from './scan-detector.ts';

/** For a field that handles scans itself: whether a key is the Enter of a scanner, and must not submit the form. */
export function useBurstEnd(): (event: KeyboardEvent) => boolean {
  const burst = useRef<Burst | null>(null);
  return (event) => {
    const detected = detect(burst.current, { key: keyText(event), at_ms: event.timeStamp, inText: true });
    burst.current = detected.burst;
    // Tab moves to the next field, as when typing.
    return detected.swallow && event.key !== 'Tab';
  };
}
