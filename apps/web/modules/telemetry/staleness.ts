import type { Thing } from '@voltloop/contract';
import { useEffect, useState } from 'react';

/** True if the newest values of a thing should not be shown as current: it is offline, or about to be. */
export function isStale(
  { status, offline_after_s }: Pick<Thing, 'status' | 'offline_after_s'>,
  last_ms: number | null,
  now_ms: number,
): boolean {
  return status === 0 || status === 4 || last_ms === null || now_ms - last_ms > offline_after_s * 1000;
}

/** The current time, updated every half minute while the page is visible; ms. */
export function useMinute(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const tick = () => {
      if (!document.hidden) setNow(Date.now());
    };
    const timer = setInterval(tick, 30_000);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, []);
  return now;
}
