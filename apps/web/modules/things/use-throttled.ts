import { useCallback, useEffect, useRef } from 'react';

/** Calls `work` once, `wait_ms` after the first of any number of calls; never after unmounting. */
export function useThrottled(work: () => void, wait_ms: number): () => void {
  const latest = useRef(work);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    latest.current = work;
  });
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  return useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      latest.current();
    }, wait_ms);
  }, [wait_ms]);
}
