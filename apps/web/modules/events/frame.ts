/** What the frame loads with the first page: nothing of the module but this comes with it. */

export const loadEventBell = () => import('./event-bell.tsx');
/** The tab of a thing's events. */
export const loadThingEvents = () => import('./thing-events-tab.tsx');
