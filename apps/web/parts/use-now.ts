import { useEffect, useState } from 'react';

/**
 * The running time, so that relative times advance while the page is open; it is frozen in a hidden tab.
 * @param every_ms How often it is read
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
