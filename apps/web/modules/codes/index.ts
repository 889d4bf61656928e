export { CodeParts } from './code-parts.tsx';
export { labelAction } from './label-action.tsx';
export const loadScanInto = () => import('./scan-into.tsx');
export { receiveScans } from './scan-receivers.ts';
export { openScanner } from './scan-state.ts';
export { useBurstEnd } from './use-burst-end.ts';
export { useLocalized } from './use-localized.ts';
