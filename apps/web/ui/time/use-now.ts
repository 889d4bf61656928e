import { useEffect, useState } from 'react';

/**
 * The current time, updated while the page is visible so that relative times advance.
 * @param every_ms Update interval
 * @returns Unix ms
 */
export function useNow(every_ms: number): number {
  const [now_ms, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) setNow(Date.now());
    }, every_ms);
    return () => clearInterval(timer);
  }, [every_ms]);
  return now_ms;
}
