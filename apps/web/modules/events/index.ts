export { eventsPath } from './events-path.ts';
/** The dialog that acknowledges events; loaded when it is opened. */
export const loadAckDialog = () => import('./ack-dialog.tsx');
