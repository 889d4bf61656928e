import type { Services } from '../../platform/services.ts';
import type { Registry } from './registry.ts';
import type { SecretGuard } from './secret-guard.ts';
import type { SecretReports } from './secret-reports.ts';
import type { ZoneListener } from './update-thing.ts';

/** Shared dependencies of the verbs of this module. */
export interface Core {
  services: Services;
  registry: Registry;
  guard: SecretGuard;
  reports: SecretReports;
  zoneListeners: ZoneListener[];
}

/** Roles that may register things and change their secrets (interpretation D06). */
export const mayRegister = (roleId: number): boolean => roleId === 0 || roleId === 1;

/** Roles that may bind things and change their descriptions: all portal roles except end users. */
export const mayManageThings = (roleId: number): boolean => roleId >= 0 && roleId <= 4;
