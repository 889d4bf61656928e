import type { Services } from '../../platform/services.ts';
import type { Telemetry } from '../telemetry/index.ts';

/** What the verbs of this module share. */
export interface Core {
  services: Services;
  telemetry: Pick<Telemetry, 'memberEnergy' | 'memberPower'>;
}

/** Who changes sites: who binds devices. */
export const mayManageSites = (roleId: number): boolean => roleId >= 0 && roleId <= 4;
