import type { Services } from '../../platform/services.ts';
import type { Mail } from '../mail/index.ts';
import type { Sites } from '../sites/index.ts';

/** What the verbs of this module share. */
export interface Core {
  services: Services;
  mail: Mail;
  sites: Pick<Sites, 'fleetMonth' | 'month'>;
}
