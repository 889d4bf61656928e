import type { Services } from '../../platform/services.ts';
import type { Mail } from '../mail/index.ts';
import type { Sites } from '../sites/index.ts';

/** Shared dependencies of the verbs of this module. */
export interface Core {
  services: Services;
  mail: Mail;
  sites: Pick<Sites, 'fleetMonth' | 'month'>;
}
