import type { AuditEntry } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import type { Services } from '../../../platform/services.ts';
import type { DeviceModels } from '../device-models/index.ts';
import type { Registry } from './registry.ts';
import type { SecretGuard } from './secret-guard.ts';
import type { SecretReports } from './secret-reports.ts';
import type { ThingRow } from './store.ts';

/**
 * Ends the work that is queued for things, in the transaction that deletes them: they are marked as deleted already. It
 * writes no audit rows itself: rows that others have locked must not be waited for after the first one.
 */
export type DeletionListener = (trx: Trx, ctx: Ctx, thingIds: readonly string[]) => Promise<EndedWork>;

export interface EndedWork {
  /** What to write into the audit trail. */
  entries: AuditEntry[];
  /** Called after the commit. */
  follow?: () => Promise<void>;
}

/** Called in the transaction in which the zone of a thing changes. */
export type ZoneListener = (trx: Trx, ctx: Ctx, thing: ThingRow, zone: string) => Promise<void>;

/** Shared dependencies of the verbs of this module. */
export interface Core {
  services: Services;
  models: Pick<DeviceModels, 'names'>;
  registry: Registry;
  guard: SecretGuard;
  reports: SecretReports;
  deletionListeners: DeletionListener[];
  zoneListeners: ZoneListener[];
}

/** Roles that may register things and change their secrets (interpretation D06). */
export const mayRegister = (roleId: number): boolean => roleId === 0 || roleId === 1;

/** Roles that may bind things and change their descriptions: all portal roles except end users. */
export const mayManageThings = (roleId: number): boolean => roleId >= 0 && roleId <= 4;
