import { type RefObject, useEffect, useRef } from 'react';

/**
 * While a pointer is pressed, a promise that resolves after its click. Pressing a button blurs the field before it: an
 * error shown at once would move the button from under the pointer, and the click would be lost.
 */
export function usePointerReleased(): RefObject<Promise<void> | undefined> {
  const released = useRef<Promise<void>>(undefined);
  useEffect(() => {
    const onPressed = () => {
      released.current ??= pointerReleased().then(() => {
        released.current = undefined;
      });
    };
    addEventListener('pointerdown', onPressed, true);
    return () => removeEventListener('pointerdown', onPressed, true);
  }, []);
  return released;
}

const pointerReleased = () =>
  new Promise<void>((resolve) => {
    const events = ['pointerup', 'pointercancel', 'pointermove'] as const;
    const onEvent = (event: PointerEvent) => {
      // Chromium sends no `pointerup` after dragging a scroll bar.
      if (event.type === 'pointermove' && event.buttons > 0) return;
      for (const each of events) removeEventListener(each, onEvent, true);
      // The click follows `pointerup`.
      setTimeout(resolve);
    };
    for (const each of events) addEventListener(each, onEvent, true);
  });
