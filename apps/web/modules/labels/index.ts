export { PrintLabel } from './print-label.tsx';
