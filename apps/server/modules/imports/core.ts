import type { Services } from '../../platform/services.ts';
import type { ImportKind } from './kinds.ts';

/** What the verbs of this module share. */
export interface Core {
  services: Services;
  kinds: ReadonlyMap<string, ImportKind>;
}
