import type { Services } from '../../../platform/services.ts';
import type { Commands } from '../commands/index.ts';
import type { Things } from '../things/index.ts';

/** Shared dependencies of the verbs of this module. */
export interface Core {
  services: Services;
  things: Pick<Things, 'dictionary' | 'find' | 'findMany'>;
  commands: Pick<Commands, 'send' | 'enqueue' | 'publish'>;
}
