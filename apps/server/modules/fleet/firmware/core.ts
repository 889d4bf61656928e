import type { Services } from '../../../platform/services.ts';
import type { Telemetry } from '../telemetry/index.ts';
import type { Things } from '../things/index.ts';

/** Shared dependencies of the verbs of this module. */
export interface Core {
  services: Services;
  things: Things;
  telemetry: Pick<Telemetry, 'refreshStatus' | 'reject'>;
}
