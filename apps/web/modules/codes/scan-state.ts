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

/** Opens the camera. Without `receiver` the text is looked up, and its battery's page opened. */
export const openScanner = (receiver: Receiver = null) => useScan.setState({ scanner: { receiver } });
export const closeScanner = () => useScan.setState({ scanner: null });

/** Looks up a scanned text. */
export const lookUp = (text: string) => useScan.setState({ read: { text }, scanner: null });
export const forgetRead = () => useScan.setState({ read: null });
