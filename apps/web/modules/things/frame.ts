/** The only part of this module that the frame loads with the first page. */
export { provideThingTabs } from './thing-tabs.ts';
