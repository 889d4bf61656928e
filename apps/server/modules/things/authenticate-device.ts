import { AppError } from '../../platform/errors.ts';
import type { Core } from './core.ts';
import type { DeviceRow } from './store.ts';

/**
 * The device behind credentials, null when they are wrong.
 * @throws tooMany while this device has to wait at this address: whether the secret is right is not said then
 */
export async function authenticateDevice(
  core: Core,
  devid: string,
  secret: string,
  address: string,
): Promise<DeviceRow | null> {
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
  // Others that came at the same time may have used up the tries meanwhile.
  refuseWhenWaiting();
  if (device) guard.succeeded(devid, address);
  else reports.note({ devid, address, ...guard.failed(devid, address, now_ms) });
  return device;
}

/**
 * {@link authenticateDevice} for a broker of its own that does not say where a device connects from. Nobody waits then: by
 * guessing, anybody could keep the device away. Wrong secrets are counted and reported all the same.
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
