import type { FenceAlarm, LiveEvents } from '@voltloop/contract';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { liveTopics } from '../../../platform/bus.ts';
import { startDeviceServer, type TestDevice, until } from '../../../testing/devices.ts';
import { setUp } from '../../../testing/set-up.ts';
import type { AccountRow } from '../../people/accounts/index.ts';
import { createResources } from '../../records/resources/index.ts';
import { overdueStays, staysOf, writeStays } from './store.ts';

const MINUTE_MS = 60_000;
const center = { longitude: 118.089425, latitude: 24.479834 };
/** A position so many metres north of the centre of the fence. */
const north = (metres: number) => ({ E_LON: center.longitude, E_LAT: center.latitude + metres / 111_195 });

const node = setUp(() =>
  startDeviceServer({
    extra: (services) => [createResources(services)],
  }),
);
let main: AccountRow;
let token: string;
let thing: { id: string; devid: string; secret: string };
let device: TestDevice;
let vehicleId: string;
let made = 0;
const notices: LiveEvents['event'][] = [];

beforeAll(async () => {
  main = await node.server.tenant();
  token = (await node.server.signIn(main.userName)).token;
  await node.services.bus.subscribe(liveTopics.event, (_topic, payload) => {
    notices.push(JSON.parse(payload.toString()));
  });
});

/** Each test has a vehicle with a device in it. */
beforeEach(async () => {
  made++;
  thing = await node.register(main, `GEO${made}`);
  const vin = `LC0CE4CB0N00000${String(made).padStart(2, '0')}`;
  const { rows } = await node.services.pool.query<{ id: string }>(
    `insert into vehicles (tenant_id, vin, plate_no, category, device_id, status)
       values ($1, $2, $3, 'BEV', $4, 'in_use') returning id`,
    [main.tenantId, vin, `粤B${String(made).padStart(5, '0')}`, thing.id],
  );
  vehicleId = rows[0]?.id as string;
  device = await node.device(thing);
});

async function call<T>(path: string, body?: object): Promise<T> {
  const reply = await node.server.call(token, body ? 'POST' : 'GET', path, body);
  expect(reply.status, JSON.stringify(reply)).toBe(200);
  return reply.data as T;
}

/** A fence around the centre for this test's vehicle. */
async function fence(more: object = {}): Promise<string> {
  const { id } = await call<{ id: string }>('/geofence/insert', {
    name: `围栏 ${made}`,
    kind: 'deny',
    shape: 'circle',
    longitude: String(center.longitude),
    latitude: String(center.latitude),
    radiusM: 500,
    entryAlarm: 1,
    exitAlarm: 1,
    appliesTo: 'vehicle',
    vehicles: [{ vehicleId }],
    ...more,
  });
  await node.geofences.sweep();
  return id;
}

/** Reports positions in the given order, at these minutes after the start. */
const start = Date.now() - 6 * 60 * MINUTE_MS;
const at = (minute: number) => start + minute * MINUTE_MS;
async function report(...positions: [minute: number, metres: number, more?: object][]) {
  for (const [minute, metres, more] of positions)
    await device.publish('state', { online: true, ts: at(minute), ...north(metres), ...more });
}

const alarms = async (id: string) =>
  (await call<{ list: FenceAlarm[]; total: number }>(`/geofence/alarms?id=${id}`)).list;
/** Changes of a fence with their times in minutes, oldest first. */
const log = async (id: string) =>
  (await alarms(id))
    .map(({ change, time, endTime }) => [
      change,
      (time - start) / MINUTE_MS,
      endTime === null ? null : (endTime - start) / MINUTE_MS,
    ])
    .reverse();

describe('a vehicle that drives through a fence', () => {
  it('is reported once on entering, staying and leaving, in device time', async () => {
    const id = await fence({ dwellAlarmMin: 30 });
    await report([0, 2000], [5, 100], [9, 120], [36, 90], [50, 80], [60, 900], [70, 2000]);
    expect(await log(id)).toEqual([
      ['enter', 5, 60],
      ['dwell', 35, 60],
      ['leave', 60, null],
    ]);
    // The same are events of the device, announced to every node.
    const events = await call<{ list: { event_name: { zh: string }; code: string; source: string }[] }>(
      `/v1/data-mgmt/tenants/${main.tenantId}/events?devid=${thing.devid}&source=geofence`,
    );
    expect(events.list.map(({ event_name }) => event_name.zh).reverse()).toEqual([
      expect.stringMatching(/^驶入围栏：围栏 \d+（粤B\d{5}）$/),
      expect.stringMatching(/^围栏内停留超过 30 分钟：/),
      expect.stringMatching(/^驶出围栏：/),
    ]);
    const ours = () => notices.filter(({ devid }) => devid === thing.devid);
    await until(() => ours().length === 5);
    expect(ours().map(({ state }) => state)).toEqual([1, 1, 2, 2, 1]);
    expect((await alarms(id))[0]).toMatchObject({
      vehicleId,
      vehicle: expect.stringMatching(/^粤B/),
      devid: thing.devid,
    });
    // Coming back ends the alarm for leaving.
    await report([80, 100]);
    expect(await log(id)).toEqual(
      expect.arrayContaining([
        ['leave', 60, 80],
        ['enter', 80, null],
      ]),
    );
  });

  it('is not reported by late or duplicate positions, or those on the edge', async () => {
    const id = await fence();
    await report([0, 2000], [10, 100]);
    const once = [['enter', 10, null]];
    expect(await log(id)).toEqual(once);
    await report([5, 2000], [10, 2000], [11, 520], [12, 100], [13, 700, { E_ACC: 300 }]);
    expect(await log(id)).toEqual(once);
  });

  it('is not reported again after a restart, nor by two concurrent nodes', async () => {
    const id = await fence();
    await report([0, 2000]);
    const other = await startDeviceServer({ world: node.world });
    try {
      const twin = await other.device(thing);
      const message = { online: true, ts: at(5), ...north(100) };
      await Promise.all([device.publish('state', message), twin.publish('state', message)]);
      await twin.publish('state', { ...message, ts: at(6) });
      expect(await log(id)).toEqual([['enter', 5, null]]);
      await twin.publish('state', { online: true, ts: at(7), ...north(2000) });
      expect(await log(id)).toEqual([
        ['enter', 5, 7],
        ['leave', 7, null],
      ]);
    } finally {
      await other.stop();
    }
  });

  it('is reported only in the hours of the fence', async () => {
    const clock = new Date(at(10)).toISOString().slice(11, 16);
    const id = await fence({
      windowFrom: clock,
      windowTo: new Date(at(20)).toISOString().slice(11, 16),
      timeZone: 'UTC',
    });
    await report([0, 2000], [5, 100], [8, 2000], [12, 100], [25, 2000]);
    expect(await log(id)).toEqual([['enter', 12, 25]]);
  });

  it('is reported for dwelling without moving, with the first position after the time limit', async () => {
    const id = await fence({ dwellAlarmMin: 30 });
    await report([0, 2000], [5, 100]);
    await node.geofences.sweep();
    expect(await log(id)).toHaveLength(1);
    await device.publish('telemetry', { ts: at(40), boot: 1, seq: 1, data: { M_SOC: 50 } });
    await node.telemetry.flush();
    await Promise.all([node.geofences.sweep(), node.geofences.sweep()]);
    expect(await log(id)).toEqual([
      ['enter', 5, null],
      ['dwell', 35, null],
    ]);
  });

  it('is not reported for a stay that another node is processing', async () => {
    await fence({ dwellAlarmMin: 30 });
    await report([0, 2000], [5, 100], [40, 100]);
    const { db } = node.services;
    const due = { thingId: thing.id, dwellDue_ms: at(35) };
    await db.transaction().execute(async (other) => {
      const stays = await staysOf(other, [thing.id]);
      await writeStays(
        other,
        stays.map((stay) => ({ ...stay, ...due })),
      );
    });
    const overdue = () =>
      db
        .transaction()
        .execute(async (trx) => (await overdueStays(trx, [thing.id])).map(({ thingId }) => thingId));
    expect(await overdue()).toContain(thing.id);
    await db.transaction().execute(async (other) => {
      const stays = await staysOf(other, [thing.id]);
      await writeStays(
        other,
        stays.map((stay) => ({ ...stay, dwellDue_ms: null })),
      );
      expect(await overdue()).not.toContain(thing.id);
    });
    expect(await overdue()).not.toContain(thing.id);
  });
});

describe('a fence', () => {
  it('watches only its targets: other vehicles, batteries and drivers are ignored', async () => {
    const { pool } = node.services;
    const battery = await call<{ id: string }>('/battery/insert', {
      batteryCode: `001PB030000001F31${String(made).padStart(7, '0')}`,
    });
    const ids = [
      await fence({
        name: `车 ${made}`,
        vehicles: [
          { vehicleId: (await pool.query('select id from vehicles where id <> $1', [vehicleId])).rows[0].id },
        ],
      }),
      await fence({ name: `电池 ${made}`, appliesTo: 'battery', batteries: [{ batteryId: battery.id }] }),
      await fence({ name: `设备 ${made}`, appliesTo: 'device' }),
    ] as const;
    await report([0, 2000], [5, 100], [10, 2000]);
    await pool.query('update batteries set vehicle_id = $2 where id = $1', [battery.id, vehicleId]);
    await report([20, 100]);
    const entered = async (id: string) =>
      (await log(id)).filter(([change]) => change === 'enter').map(([, minute]) => minute);
    expect(await Promise.all(ids.map(entered))).toEqual([[], [20], [5, 20]]);
  });

  it('that is drawn around a vehicle was not entered by it; when changed or disabled, it ends its alarms', async () => {
    await report([0, 100]);
    const id = await fence();
    await report([5, 110]);
    expect(await log(id)).toEqual([]);
    await report([10, 2000]);
    expect(await log(id)).toMatchObject([['leave', 10, null]]);
    await call('/geofence/update', { id, name: 'Renamed' });
    await node.geofences.sweep();
    expect((await alarms(id)).map(({ endTime }) => endTime === null)).toEqual([true]);
    await call('/geofence/update', { id, radiusM: 600 });
    await node.geofences.sweep();
    expect((await alarms(id)).map(({ endTime }) => endTime === null)).toEqual([false]);
    await report([20, 100]);
    expect((await alarms(id)).map(({ change }) => change)).toEqual(['enter', 'leave']);
    await call('/geofence/step', { id, step: 'disable' });
    await node.geofences.sweep();
    await report([30, 2000]);
    expect((await alarms(id)).map(({ endTime }) => endTime === null)).toEqual([false, false]);
  });

  it('shows its alarms to its own tenant only', async () => {
    const id = await fence();
    const stranger = (await node.server.signIn((await node.server.tenant()).userName)).token;
    expect((await node.server.call(stranger, 'GET', `/geofence/alarms?id=${id}`)).status).toBe(404);
  });
});
