import { useLayoutEffect, useRef } from 'react';
import { create } from 'zustand';

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
