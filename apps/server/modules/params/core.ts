import type { Services } from '../../platform/services.ts';
import type { Commands } from '../commands/index.ts';
import type { Things } from '../things/index.ts';

/** What the verbs of this module share. */
export interface Core {
  services: Services;
  things: Pick<Things, 'find' | 'findMany'>;
  commands: Pick<Commands, 'send' | 'enqueue' | 'publish'>;
}
