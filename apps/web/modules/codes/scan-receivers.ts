import { lookUp, useScan } from './scan-state.ts';

/** The last one receives the scans of the whole page. */
const receivers: ((text: string) => void)[] = [];

/** Makes `receiver` get every scan of the page instead of looking it up. @returns the function that ends it */
export function receiveScans(receiver: (text: string) => void): () => void {
  receivers.push(receiver);
  return () => void receivers.splice(receivers.lastIndexOf(receiver), 1);
}

/** Whether the visible page receives scans: they must not be lost. */
export const isReceiving = () => receivers.length > 0;

/** Passes a scanned text to its receiver. It is looked up without one, and while another one is being looked up. */
export const deliver = (text: string) =>
  ((useScan.getState().read === null && receivers.at(-1)) || lookUp)(text);
