/** The part of the module that loads with the frame. */
export { ScanButton } from './scan-button.tsx';
export { deliver, isReceiving } from './scan-receivers.ts';

export const loadCodeInput = () => import('./code-input.tsx');
