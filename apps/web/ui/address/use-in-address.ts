import type { TimeRange } from '@voltloop/domain/clock/zone-time.ts';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type RangeChoice, rangeOfText, textOfRange } from './range-in-address.ts';

/** A parameter of the address, which a link, a bookmark and a reload keep; null while it has its initial value. */
export function useInAddress(name: string): [string | null, (next: string | null) => void] {
  const [params, setParams] = useSearchParams();
  const set = (next: string | null) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (next === null) after.delete(name);
        else after.set(name, next);
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  return [params.get(name), set];
}

/** The time range of a chart or table, as a parameter of the address. */
export function useRangeInAddress(
  name: string,
  { zone, kinds, first }: RangeChoice,
): [TimeRange, (next: TimeRange) => void] {
  const [raw, setRaw] = useInAddress(name);
  const [now_ms] = useState(() => Date.now());
  const range = useMemo(
    () => rangeOfText(raw, { zone, kinds, first }, now_ms),
    [raw, zone, kinds, first, now_ms],
  );
  return [range, (next) => setRaw(textOfRange(next, { zone, first }, now_ms))];
}
