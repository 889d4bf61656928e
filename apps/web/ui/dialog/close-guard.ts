import { type RefObject, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { create } from 'zustand';
import { TypedInput } from '../form/typed-input.ts';
import { unsavedIn, useUnsaved } from '../form/unsaved.ts';

interface Layer {
  close: () => void;
  /** Whether closing would lose input. */
  isDirty: () => boolean;
}

/** The open dialogs and sheets, the topmost last. */
const useLayers = create<{ layers: readonly Layer[] }>(() => ({ layers: [] }));

/** The topmost dialog or sheet; undefined without any. */
export const topmostLayer = (): Layer | undefined => useLayers.getState().layers.at(-1);

/**
 * Registers a dialog or sheet while it is open and its page is shown: Back on phones and tablets, and anywhere if input
 * would be lost, closes it instead of leaving the page.
 */
export function useCloseOnBack(opened: boolean, close: () => void, isDirty = () => false): void {
  const latest = useRef({ close, isDirty });
  latest.current = { close, isDirty };
  // Before the dialog is painted: Back may follow at once.
  useLayoutEffect(() => {
    if (!opened) return;
    const layer: Layer = { close: () => latest.current.close(), isDirty: () => latest.current.isDirty() };
    useLayers.setState(({ layers }) => ({ layers: [...layers, layer] }));
    return () => useLayers.setState(({ layers }) => ({ layers: layers.filter((each) => each !== layer) }));
  }, [opened]);
}

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
