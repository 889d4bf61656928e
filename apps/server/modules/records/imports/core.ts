import type { Services } from '../../../platform/services.ts';
import type { ImportKind } from './kinds.ts';

/** Shared dependencies of the module's verbs. */
export interface Core {
  services: Services;
  kinds: ReadonlyMap<string, ImportKind>;
}
