import { useEffect, useState } from 'react';

/** Devices report every minute: after five, values are no longer current. */
export const STALE_AFTER_MS = 300_000;

/** True if the newest values of a thing should not be shown as current. */
export function isStale(status: number, last_ms: number | null, now_ms: number): boolean {
  return status === 0 || status === 4 || last_ms === null || now_ms - last_ms > STALE_AFTER_MS;
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
