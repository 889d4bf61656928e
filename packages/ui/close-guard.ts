import { type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useCloseOnBack } from './close-on-back.ts';
import { TypedInput } from './form/typed-input.ts';
import { unsavedIn, useUnsaved } from './form/unsaved.ts';

interface CloseGuardOptions {
  opened: boolean;
  onClose: () => void;
  content: RefObject<HTMLElement | null>;
  /** False while something runs that must not be interrupted. */
  closable: boolean;
  /** False where input is no loss: a filter, a choice for a print. */
  guarded: boolean;
}

/**
 * Keeps a dialog or sheet with unsaved input from closing without a question, by Escape, a click outside, the close
 * button, or Back. Its own Cancel button closes at once. The input also counts as unsaved for its page and session.
 */
export function useCloseGuard({ opened, onClose, content, closable, guarded }: CloseGuardOptions) {
  const id = useId();
  const [asking, setAsking] = useState(false);
  const [edited, setEdited] = useState(false);
  const typed = useRef(new TypedInput());
  const isDirty = () => guarded && (typed.current.isDirty() || unsavedIn(id));
  const close = () => {
    if (!closable) return;
    if (isDirty()) setAsking(true);
    else onClose();
  };
  useCloseOnBack(opened, asking ? () => setAsking(false) : close, isDirty);
  useEffect(() => {
    if (opened) return;
    typed.current = new TypedInput();
    setAsking(false);
    setEdited(false);
  }, [opened]);
  useUnsaved(opened && edited);
  const events = useMemo(() => {
    const remember = () => content.current && typed.current.remember(content.current);
    // A choice is rendered after its event.
    const check = () => setTimeout(() => setEdited(guarded && typed.current.isDirty()));
    return {
      onFocusCapture: remember,
      onPointerDownCapture: remember,
      onClickCapture: check,
      onKeyUpCapture: check,
      onInputCapture: ({ target }: { target: EventTarget }) => {
        typed.current.edit(target);
        check();
      },
    };
  }, [content, guarded]);
  return { id, close, asking, setAsking, events };
}
