export { eventsPath } from './events-url.ts';
