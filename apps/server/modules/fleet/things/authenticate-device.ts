import { countedAddress } from '../../../platform/counted-address.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Core } from './core.ts';
import type { DeviceRow } from './store.ts';

/**
 * The device with these credentials, null when they are wrong.
 * @throws tooMany while this device must wait at this address; the secret is not checked then
 */
export async function authenticateDevice(
  core: Core,
  devid: string,
  secret: string,
  ip: string,
): Promise<DeviceRow | null> {
  const address = countedAddress(ip);
  const { guard, registry, reports, services } = core;
  const now_ms = services.clock().getTime();
  const refuseWhenWaiting = () => {
    const wait_ms = guard.wait_ms(devid, address, now_ms);
    if (wait_ms <= 0) return;
    reports.note({ devid, address, ...guard.refused(devid, now_ms) });
    throw new AppError('tooMany', { retryAfter_s: wait_ms / 1000 });
  };
  refuseWhenWaiting();
  const device = await registry.authenticate(devid, secret);
  // Concurrent attempts may have used up the tries meanwhile.
  refuseWhenWaiting();
  if (device) guard.succeeded(devid, address);
  else reports.note({ devid, address, ...guard.failed(devid, address, now_ms) });
  return device;
}

/**
 * {@link authenticateDevice} for an external broker that does not report a device's address. Nobody has to wait then:
 * anybody could lock the device out by guessing. Wrong secrets are still counted and reported.
 */
export async function authenticateAtBroker(
  { guard, registry, reports, services }: Core,
  devid: string,
  secret: string,
): Promise<DeviceRow | null> {
  const device = await registry.authenticate(devid, secret);
  if (!device)
    reports.note({ devid, address: 'broker', ...guard.failed(devid, 'broker', services.clock().getTime()) });
  return device;
}
