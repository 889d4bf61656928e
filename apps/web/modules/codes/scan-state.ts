import { create } from 'zustand';

/** Who wants what the camera reads; null: the scan opens the battery. */
type Taker = ((text: string) => void) | null;

interface ScanState {
  /** Whether the dialog with the camera is open, and for whom. */
  scanner: { taker: Taker } | null;
  /** What was read last and is being looked up; a new object for each scan. */
  read: { text: string } | null;
}

/** What is being scanned, all over the back office. */
export const useScan = create<ScanState>(() => ({ scanner: null, read: null }));

/** Opens the camera. Without `taker` what is read is looked up, and its battery's page opened. */
export const openScanner = (taker: Taker = null) => useScan.setState({ scanner: { taker } });
export const closeScanner = () => useScan.setState({ scanner: null });

/** Looks up what a scanner has read. */
export const lookUp = (text: string) => useScan.setState({ read: { text }, scanner: null });
export const forgetRead = () => useScan.setState({ read: null });
