import type { LiveEvents } from '@voltloop/contract';
import type { Topics } from './topics.ts';

/** Subscribed topics by kind; each message is decoded once for all watchers. */
export interface LiveTopics {
  frames: Topics<LiveEvents['frame'][]>;
  states: Topics<LiveEvents['state']>;
  events: Topics<LiveEvents['event']>;
  commands: Topics<LiveEvents['command']>;
}
