/** The only part of this module that the frame loads with the first page. */

/** The dialogs that ask for the own password, loaded when one opens. */
export const loadPasswordDialogs = () => import('./password-dialogs.tsx');
