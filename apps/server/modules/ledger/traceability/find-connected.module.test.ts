import { beforeAll, expect, test } from 'vitest';
import { setUp } from '../../../testing/set-up.ts';
import { telemetryFixture } from '../../../testing/telemetry.ts';
import { actingAs } from '../../people/accounts/index.ts';
import { findConnected } from './find-connected.ts';

const now = Date.parse('2026-06-15T12:00:00Z');
const CODE = '04QPBT1G310000003RP';
const f = setUp(() => telemetryFixture({ now: () => new Date(now) }));
let battery: string;
let carried: string;

const made = async (text: string, values: unknown[]) =>
  (await f.services.pool.query(text, values)).rows[0].id;
const connected = (id: string, rights?: readonly number[]) => {
  const { db, clickhouse, log } = f.services;
  const caller = actingAs(f.main);
  const ctx = {
    caller: rights ? { ...caller, rights: new Set(rights) } : caller,
    now: new Date(now),
    ip: '',
    requestId: '',
    log,
  };
  return findConnected({ db, clickhouse }, ctx, id);
};

beforeAll(async () => {
  const { tenantId } = f.main;
  battery = await made('insert into batteries (tenant_id, battery_code) values ($1, $2) returning id', [
    tenantId,
    CODE,
  ]);
  await f.thing('TRACKER');
  const vehicle = await made(
    `insert into vehicles (tenant_id, vin, category, device_id)
      select $1, 'LC0CE4CB0N0000001', 'BEV', id from things where devid = 'TRACKER' returning id`,
    [tenantId],
  );
  carried = await made(
    `insert into batteries (tenant_id, battery_code, vehicle_id, state)
      values ($1, '04QPB12345678A6B90000001', $2, 'in_use') returning id`,
    [tenantId, vehicle],
  );
});

test('a battery is connected to the device with its code, and has its health by month', async () => {
  expect(await connected(battery)).toBeNull();
  await f.thing(CODE);
  const frame = (day: string, seq: number, soh: number) => ({
    ts: Date.parse(`${day}T04:00:00Z`),
    seq,
    boot: 1,
    data: { M_SOC: 61, M_SOH: soh },
  });
  await f.send(CODE, [frame('2026-04-10', 1, 98), frame('2026-04-20', 2, 97), frame('2026-06-01', 3, 96.5)]);
  expect(await connected(battery)).toMatchObject({
    devid: CODE,
    byVehicle: false,
    history: [
      { month: '2026-04', sohPct: 97.5 },
      { month: '2026-06', sohPct: 96.5 },
    ],
  });
});

test('a battery is connected to the device of the vehicle that it is used in', async () => {
  expect(await connected(carried)).toMatchObject({ devid: 'TRACKER', byVehicle: true, history: [] });
});

test('the device named by the battery takes precedence, and counts while it measures the battery', async () => {
  const { id, key } = await f.thing('CABINET');
  const frame = (day: string, seq: number, soh: number) => ({
    ts: Date.parse(`${day}T04:00:00Z`),
    seq,
    boot: 1,
    data: { M_SOC: 40, M_SOH: soh },
  });
  await f.send('CABINET', [
    frame('2026-02-10', 1, 90),
    frame('2026-03-10', 2, 89),
    frame('2026-05-10', 3, 99),
  ]);
  expect(key).toBeGreaterThan(0);
  const link = (since: string, until: string | null) =>
    f.services.pool.query(
      'update batteries set device_id = $2, device_since = $3, device_until = $4 where id = $1',
      [battery, id, since, until],
    );
  await link('2026-03-01', null);
  expect(await connected(battery)).toMatchObject({
    deviceId: id,
    devid: 'CABINET',
    byVehicle: false,
    since: '2026-03-01',
    until: null,
    history: [
      { month: '2026-03', sohPct: 89 },
      { month: '2026-05', sohPct: 99 },
    ],
  });
  // The device measures another battery now: its new reports do not belong to this one.
  await link('2026-03-01', '2026-04-30');
  expect(await connected(battery)).toMatchObject({
    until: '2026-04-30',
    online: false,
    socPct: null,
    history: [{ month: '2026-03', sohPct: 89 }],
  });
});

test('a battery registered with the number of a device is linked to it', async () => {
  const code = '04QPBT1G310000004RP';
  const { id } = await f.thing(code);
  await made('insert into batteries (tenant_id, battery_code) values ($1, $2) returning id', [
    f.main.tenantId,
    code,
  ]);
  const { rows } = await f.services.pool.query('select device_id from batteries where battery_code = $1', [
    code,
  ]);
  expect(rows).toEqual([{ device_id: id }]);
});

test('reading the device requires the right to batteries, and a battery of the tenant', async () => {
  await expect(connected(battery, [7550])).rejects.toMatchObject({ codeName: 'forbidden' });
  await expect(connected('018f0000-0000-7000-8000-000000000001')).rejects.toMatchObject({
    codeName: 'notFound',
  });
});
