import type { LiveEvents } from '@voltloop/contract';
import type { Topics } from './topics.ts';

/** Decoders of topics; each message is decoded once for all watchers. */
export interface LiveTopics {
  frames: Topics<LiveEvents['frame'][]>;
  states: Topics<LiveEvents['state']>;
  events: Topics<LiveEvents['event']>;
  commands: Topics<LiveEvents['command']>;
}
