import { audit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Core } from './core.ts';
import { REPORTED_FAILURES } from './secret-guard.ts';
import type { DeviceRow } from './store.ts';

/**
 * The device behind credentials, null when they are wrong. Repeated wrong secrets of a device leave an audit row.
 * @throws tooMany while this device has to wait at this address: nothing is checked then
 */
export async function authenticateDevice(
  core: Core,
  devid: string,
  secret: string,
  address: string,
): Promise<DeviceRow | null> {
  const { guard, registry, services } = core;
  const now = services.clock();
  const wait_ms = guard.wait_ms(devid, address, now.getTime());
  if (wait_ms > 0) throw new AppError('tooMany', { retryAfter_s: wait_ms / 1000 });
  const device = await registry.authenticate(devid, secret);
  if (device) guard.succeeded(devid, address);
  else if (guard.failed(devid, address, now.getTime())) {
    report(core, devid, address, now).catch((err: unknown) =>
      services.log.warn({ err, devid }, 'wrong device secrets were not audited'),
    );
  }
  return device;
}

async function report({ registry, services }: Core, devid: string, ip: string, now: Date): Promise<void> {
  services.log.warn({ devid, ip }, 'repeated wrong secrets of a device');
  const device = await registry.byDevid(devid);
  if (!device) return;
  const ctx = { caller: null, now, ip, requestId: '', log: services.log };
  const entry = {
    action: 'thing.secretRefused',
    objectType: 'thing',
    objectId: device.id,
    tenantId: device.tenantId,
    result: 'refused' as const,
    details: { devid, failures: REPORTED_FAILURES },
  };
  await services.db.transaction().execute((trx) => audit(trx, ctx, entry));
}
