import { battery } from '@voltloop/resources/battery/battery.resource.ts';
import { vehicle } from '@voltloop/resources/vehicle/vehicle.resource.ts';
import { type AccountRow, accountByUserName } from '../../../modules/people/accounts/index.ts';
import { type Resources, updateRow } from '../../../modules/records/resources/index.ts';
import { type Ctx, everyRight } from '../../../platform/ctx.ts';
import type { Services } from '../../../platform/services.ts';
import { demoCtx } from './demo-ctx.ts';

/** The device of the demo fleet in a vehicle, and a place on its way. */
export interface Mobile {
  devid: string;
  onItsWay: { lat: number; lon: number };
}

const FENCE = '移动储能车作业区（演示）';

/**
 * Connects the business with the fleet, whose size varies: one device is in a vehicle, which a fence watches, and one
 * is the home battery that a pack with a passport became.
 * @param carrier VIN of the vehicle
 */
export async function linkDevices(
  services: Services,
  resources: Resources,
  carrier: string | null,
  mobile: Mobile | undefined,
): Promise<void> {
  const [keeper, maker] = await Promise.all(
    ['demo_staff', 'demo_product'].map((userName) => accountByUserName(services.db, userName)),
  );
  if (!keeper || !maker) return;
  const now = services.clock();
  const idOf = async (query: string, ...values: unknown[]) =>
    (await services.pool.query<{ id: string }>(query, values)).rows[0]?.id;
  const { tenantId } = keeper;
  const first = await idOf(
    'select id from things where tenant_id = $1 and deleted_at is null order by devid limit 1',
    tenantId,
  );
  const withPassport = await idOf(
    `select b.id from passports p join batteries b on b.id = p.battery_id
      where p.tenant_id = $1 order by b.battery_code limit 1`,
    tenantId,
  );
  if (first && withPassport)
    await updateRow(resources.core, freely(services, maker, now), battery, {
      id: withPassport,
      deviceId: first,
      clearFields: [],
    });
  if (!mobile || !carrier) return;
  const deviceId = await idOf(
    'select id from things where tenant_id = $1 and devid = $2',
    tenantId,
    mobile.devid,
  );
  const vehicleId = await idOf(
    'select id from vehicles where tenant_id = $1 and vin = $2',
    tenantId,
    carrier,
  );
  if (!deviceId || !vehicleId) return;
  const ctx = freely(services, keeper, now);
  await updateRow(resources.core, ctx, vehicle, { id: vehicleId, deviceId, clearFields: [] });
  await resources.insertRows(ctx, 'geofence', [
    {
      name: FENCE,
      kind: 'site',
      shape: 'circle',
      longitude: mobile.onItsWay.lon.toFixed(6),
      latitude: mobile.onItsWay.lat.toFixed(6),
      radiusM: 1500,
      entryAlarm: 1,
      exitAlarm: 1,
      dwellAlarmMin: 5,
      appliesTo: 'vehicle',
      vehicles: [{ vehicleId }],
    },
  ]);
}

function freely(services: Services, account: AccountRow, now: Date): Ctx {
  const ctx = demoCtx(services, account, now);
  return { ...ctx, caller: { ...ctx.caller, rights: everyRight } };
}
