import { create } from 'zustand';

/** Receives the text that the camera reads; null: it is looked up. */
type Receiver = ((text: string) => void) | null;

interface ScanState {
  /** The receiver while the camera dialog is open, or null. */
  scanner: { receiver: Receiver } | null;
  /** The text being looked up; a new object for each scan. */
  read: { text: string } | null;
}

/** The scanning state of the whole back office. */
export const useScan = create<ScanState>(() => ({ scanner: null, read: null }));

/** The last one receives the scans of the whole page. */
const receivers: ((text: string) => void)[] = [];

/** Makes `receiver` get every scan of the page instead of looking it up. @returns the function that ends it */
export function receiveScans(receiver: (text: string) => void): () => void {
  receivers.push(receiver);
  return () => void receivers.splice(receivers.lastIndexOf(receiver), 1);
}

/** Passes a scanned text to its receiver. It is looked up without one, and while another one is being looked up. */
export const deliver = (text: string) =>
  ((useScan.getState().read === null && receivers.at(-1)) || lookUp)(text);

/** Opens the camera. Without `receiver` the text is looked up, and its battery's page opened. */
export const openScanner = (receiver: Receiver = null) => useScan.setState({ scanner: { receiver } });
export const closeScanner = () => useScan.setState({ scanner: null });

/** Looks up a scanned text. */
export const lookUp = (text: string) => useScan.setState({ read: { text }, scanner: null });
export const forgetRead = () => useScan.setState({ read: null });
