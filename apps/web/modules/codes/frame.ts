/** The part of the module that loads with the frame. */
export { ScanButton } from './scan-button.tsx';

export const loadCodeInput = () => import('./code-input.tsx');
