/** What the frame loads with the first page: nothing of the module but this comes with it. */

/** The dialogs of one's own password, loaded when one opens. */
export const loadPasswordDialogs = () => import('./password-dialog.tsx');
