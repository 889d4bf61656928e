import type { LiveEvents } from '@voltloop/contract';
import type { Topics } from './topics.ts';

/** What topics carry, decoded once for all who watch. */
export interface LiveTopics {
  frames: Topics<LiveEvents['frame'][]>;
  states: Topics<LiveEvents['state']>;
  events: Topics<LiveEvents['event']>;
  commands: Topics<LiveEvents['command']>;
}
