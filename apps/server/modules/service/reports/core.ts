import type { Services } from '../../../platform/services.ts';
import type { Sites } from '../../fleet/sites/index.ts';
import type { Mail } from '../../people/mail/index.ts';

/** Shared dependencies of the verbs of this module. */
export interface Core {
  services: Services;
  mail: Mail;
  sites: Pick<Sites, 'fleetMonth' | 'month'>;
}
