import { useEffect, useSyncExternalStore } from 'react';

/** Whether the page is in full screen. Keeps the screen awake meanwhile, where the browser can. */
export function useFullScreen(): boolean {
  const full = useSyncExternalStore(
    (changed) => {
      document.addEventListener('fullscreenchange', changed);
      return () => document.removeEventListener('fullscreenchange', changed);
    },
    () => document.fullscreenElement !== null,
  );
  useEffect(() => {
    if (!full || !('wakeLock' in navigator)) return;
    let ended = false;
    let lock: WakeLockSentinel | undefined;
    const requestLock = () => {
      if (document.visibilityState !== 'visible') return;
      navigator.wakeLock.request('screen').then(
        (got) => {
          if (ended) void got.release();
          else lock = got;
        },
        () => {},
      );
    };
    requestLock();
    // The browser releases the lock whenever the tab is hidden.
    document.addEventListener('visibilitychange', requestLock);
    return () => {
      ended = true;
      document.removeEventListener('visibilitychange', requestLock);
      void lock?.release();
    };
  }, [full]);
  return full;
}
