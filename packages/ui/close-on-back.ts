import { useLayoutEffect, useRef } from 'react';
import { create } from 'zustand';

type Close = () => void;

/** The open dialogs and sheets, the topmost last. */
const useLayers = create<{ layers: readonly Close[] }>(() => ({ layers: [] }));

/** Closes the topmost dialog or sheet; undefined without any. */
export const topmostClose = (): Close | undefined => useLayers.getState().layers.at(-1);

/**
 * Registers a dialog or sheet while it is open and its page is shown: Back on phones and tablets closes it instead of
 * leaving the page.
 */
export function useCloseOnBack(opened: boolean, close: Close): void {
  const latest = useRef(close);
  latest.current = close;
  // Before the dialog is painted: Back may follow at once.
  useLayoutEffect(() => {
    if (!opened) return;
    const layer = () => latest.current();
    useLayers.setState(({ layers }) => ({ layers: [...layers, layer] }));
    return () => useLayers.setState(({ layers }) => ({ layers: layers.filter((each) => each !== layer) }));
  }, [opened]);
}
