import { audit } from '../../../platform/audit.ts';
import type { Services } from '../../../platform/services.ts';
import type { Attempts } from './secret-guard.ts';
import type { SecretReport } from './secret-reports.ts';
import type { DeviceRow } from './store.ts';

export type WrongSecretsListener = (device: DeviceRow, attempts: Attempts) => Promise<void>;

/** Audits a run of wrong secrets once and forwards each report of it. Nobody is notified about an unknown device. */
export async function reportWrongSecrets(
  services: Services,
  device: DeviceRow | null,
  { devid, address, first, ...attempts }: SecretReport,
  listeners: readonly WrongSecretsListener[],
): Promise<void> {
  if (!device) return;
  if (first) {
    services.log.warn({ devid, ip: address }, 'repeated wrong secrets of a device');
    const now = new Date(attempts.last_ms);
    const ctx = { caller: null, now, ip: address, requestId: '', log: services.log };
    const entry = {
      action: 'thing.secretRefused',
      objectType: 'thing',
      objectId: device.id,
      tenantId: device.tenantId,
      result: 'refused' as const,
      details: { devid, attempts: attempts.attempts },
    };
    await services.db.transaction().execute((trx) => audit(trx, ctx, entry));
  }
  for (const listen of listeners) await listen(device, attempts);
}
