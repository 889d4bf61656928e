import { useEffect, useSyncExternalStore } from 'react';

/** Whether the page fills the screen; also after Escape. Keeps the screen awake meanwhile, where the browser can. */
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
    let gone = false;
    let lock: WakeLockSentinel | undefined;
    const hold = () => {
      if (document.visibilityState !== 'visible') return;
      navigator.wakeLock.request('screen').then(
        (got) => {
          if (gone) void got.release();
          else lock = got;
        },
        () => {},
      );
    };
    hold();
    // The browser lets go of it whenever the tab is hidden.
    document.addEventListener('visibilitychange', hold);
    return () => {
      gone = true;
      document.removeEventListener('visibilitychange', hold);
      void lock?.release();
    };
  }, [full]);
  return full;
}
