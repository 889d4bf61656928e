import { type RefObject, useEffect, useRef, useState } from 'react';

interface Disclosure<Root extends HTMLElement> {
  open: boolean;
  setOpen: (open: boolean) => void;
  /** The element around the button and its panel. The button comes first. */
  root: RefObject<Root | null>;
}

/**
 * A button that shows a few links or buttons (the disclosure pattern of the ARIA practices). Closes on Escape, which
 * restores the focus, on a press outside, and when the focus leaves.
 */
export function useDisclosure<Root extends HTMLElement>(): Disclosure<Root> {
  const [open, setOpen] = useState(false);
  const root = useRef<Root>(null);
  useEffect(() => {
    const element = root.current;
    if (!open || !element) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      element.querySelector('button')?.focus();
    };
    const onPress = (event: PointerEvent) => {
      if (!element.contains(event.target as Node)) setOpen(false);
    };
    const onLeave = (event: FocusEvent) => {
      if (event.relatedTarget && !element.contains(event.relatedTarget as Node)) setOpen(false);
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', onPress);
    element.addEventListener('focusout', onLeave);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', onPress);
      element.removeEventListener('focusout', onLeave);
    };
  }, [open]);
  return { open, setOpen, root };
}
