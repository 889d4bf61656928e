/** The only part of this module that the frame loads with the first page. */

export const loadEventBell = () => import('./event-bell.tsx');
/** The tab with a thing's events. */
export const loadThingEvents = () => import('./thing-events-tab.tsx');
