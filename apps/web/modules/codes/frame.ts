/** What the frame loads with the first page: nothing of the module but this comes with it. */
export { ScanButton } from './scan-button.tsx';

export const loadCodeInput = () => import('./code-input.tsx');
