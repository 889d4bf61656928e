import type { Services } from '../../../platform/services.ts';
import type { Telemetry } from '../telemetry/index.ts';

export type SiteTelemetry = Pick<
  Telemetry,
  'firstEnergy' | 'memberEnergy' | 'memberForecast' | 'memberHours' | 'memberPeriod' | 'memberPower'
>;

/** Shared dependencies of the verbs of this module. */
export interface Core {
  services: Services;
  telemetry: SiteTelemetry;
}

/** Roles that may change sites: those that may bind devices. */
export const mayManageSites = (roleId: number): boolean => roleId >= 0 && roleId <= 4;
