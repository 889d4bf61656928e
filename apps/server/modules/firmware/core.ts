import type { Services } from '../../platform/services.ts';
import type { Telemetry } from '../telemetry/index.ts';
import type { Things } from '../things/index.ts';

/** What the verbs of this module share. */
export interface Core {
  services: Services;
  things: Things;
  telemetry: Pick<Telemetry, 'refreshStatus' | 'reject'>;
}
