import { idCardCheckCharacter, luhn, vinCheckCharacter } from '@voltloop/domain/checks/index.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { startTestOffice } from '../../../testing/office.ts';
import type { TestServer } from '../../../testing/server.ts';
import { setUp } from '../../../testing/set-up.ts';

/** The links between vehicles, drivers, cards and devices. */

const office = setUp(startTestOffice);
let server: TestServer;
let token: string;
let tenantId: string;
beforeAll(async () => {
  ({ server, token, tenantId } = office);
});

type Reply = { status: number; data: Record<string, unknown> & { path: string; key: string }[] };
const post = (path: string, body: object) => server.call(token, 'POST', path, body) as Promise<Reply>;
async function make(path: string, body: object): Promise<string> {
  const reply = await post(`${path}/insert`, body);
  expect(reply.status, JSON.stringify(reply.data)).toBe(200);
  return reply.data.id as string;
}
const find = async (path: string, id: string) =>
  (await server.call(token, 'GET', `${path}/findById?id=${id}`)) as Reply;
const errors = ({ status, data }: Reply) => [status, ...data.map(({ path, key }) => `${path} ${key}`)];

let made = 0;
function vehicle(more: object = {}) {
  const serial = String(++made).padStart(8, '0');
  const vin = `LC0CE4CB${vinCheckCharacter(`LC0CE4CB0${serial}`)}${serial}`;
  return { vin, category: 'BEV', ...more };
}
function idCard(born: string) {
  const first17 = `440300${born}${String(++made).padStart(3, '0')}`;
  return first17 + idCardCheckCharacter(first17);
}
const driver = (more: object = {}) => ({
  name: '王师傅',
  mobile: '13800138000',
  licenceNo: `L${++made}`,
  licenceClass: 'B2',
  ...more,
});
function card(more: object = {}) {
  const first19 = `8986002${String(++made).padStart(12, '0')}`;
  const iccid = [...'0123456789'].map((last) => first19 + last).find(luhn);
  return { iccid, operator: 'CMCC', ...more };
}
async function thing(): Promise<string> {
  const { rows } = await server.services.pool.query<{ id: string }>(
    `with thing as (insert into things (tenant_id, devid, devname, secret_hash) values ($1, $2, 'x', '') returning id)
     insert into thing_state (thing_id) select id from thing returning thing_id as id`,
    [tenantId, `ESM-F-${++made}`],
  );
  return (rows[0] as { id: string }).id;
}

describe('a driver', () => {
  test('has the age by the ID card, with 15 or 18 digits', async () => {
    const year = new Date().getFullYear();
    for (const [card, age] of [
      [idCard(`${year - 40}0101`), 40],
      ['440300620101001', year - 1962],
    ] as const)
      expect((await find('/driver', await make('/driver', driver({ idCard: card })))).data.age).toBe(age);
    expect((await find('/driver', await make('/driver', driver()))).data.age).toBeNull();
  });

  test('shows the vehicle that names the driver, unless that is deleted or no longer does', async () => {
    const driverId = await make('/driver', driver());
    const other = await make('/driver', driver());
    const shown = async (id = driverId) => (await find('/driver', id)).data.vehicleId;
    const first = await make('/vehicle', vehicle({ driverId }));
    const second = await make('/vehicle', vehicle({ driverId }));
    expect(await shown()).toBe(second);
    await post('/vehicle/update', { id: second, driverId: other });
    expect([await shown(), await shown(other)]).toEqual([first, second]);
    await post('/vehicle/update', { id: second, clearFields: ['driverId'] });
    expect(await shown(other)).toBeNull();
    await post('/vehicle/update', { id: second, driverId });
    await post('/vehicle/delete', { ids: [second], cause: 'mistake' });
    expect(await shown()).toBe(first);
    await post('/vehicle/restore', { ids: [second] });
    expect(await shown()).toBe(second);
  });

  test('has both number and validity of a certificate, or neither', async () => {
    const only = (more: object) => post('/driver/insert', driver(more)).then(errors);
    const key = 'rule.driver.certificate';
    expect(await only({ dangerousGoodsCertNo: 'A1' })).toEqual([400, `dangerousGoodsCertValidTo ${key}`]);
    expect(await only({ dangerousGoodsCertValidTo: '2030-01-01' })).toEqual([
      400,
      `dangerousGoodsCertNo ${key}`,
    ]);
  });
});

describe('a vehicle', () => {
  test('is not scrapped before its first registration', async () => {
    const with_ = (more: object) => post('/vehicle/insert', vehicle(more)).then(errors);
    const wrong = [400, 'scrapDate rule.vehicle.scrapDate'];
    expect(await with_({ regDate: '2021-01-02', scrapDate: '2021-01-01' })).toEqual(wrong);
    expect(await with_({ purchaseDate: '2021-01-02', scrapDate: '2021-01-01' })).toEqual(wrong);
    await make('/vehicle', vehicle({ regDate: '2021-01-01', scrapDate: '2021-01-01' }));
  });

  test('that is scrapped has a scrapping day, and its plate and device are free for another', async () => {
    const deviceId = await thing();
    const given = vehicle({ deviceId, plateNo: '粤BD12345' });
    const id = await make('/vehicle', given);
    const other = { ...vehicle({ deviceId }), plateNo: '粤BD12345' };
    expect((await post('/vehicle/insert', other)).status).toBe(400);
    const scrap = (why: object) => post('/vehicle/step', { id, step: 'scrap', ...why });
    const fields = async (why: object) => {
      const { status, data } = await scrap(why);
      return [status, ...data.map(({ path }) => path)];
    };
    expect(await fields({})).toEqual([400, 'reason']);
    expect(await fields({ reason: '旧' })).toEqual([400, 'reason']);
    expect(await fields({ reason: '旧'.repeat(201) })).toEqual([400, 'reason']);
    expect(await fields({ cause: 'sold' })).toEqual([400, 'cause']);
    expect((await scrap({ cause: 'accident', reason: '追尾' })).status).toBe(200);
    const { data: history } = await office.get(`/vehicle/history?id=${id}`);
    expect(history[0]).toMatchObject({
      action: 'step',
      step: 'scrap',
      cause: 'accident',
      reason: '追尾',
    });
    expect((await find('/vehicle', id)).data.scrapDate).toBe('2026-03-01');
    await make('/vehicle', other);
  });

  test('does not share its device', async () => {
    const deviceId = await thing();
    await make('/vehicle', vehicle({ deviceId }));
    expect(errors(await post('/vehicle/insert', vehicle({ deviceId })))).toEqual([
      400,
      'deviceId resource.taken',
    ]);
  });
});

describe('a card', () => {
  test('does not expire before it is active', async () => {
    const days = { activateDate: '2026-01-02', expireDate: '2026-01-01' };
    expect(errors(await post('/sim/insert', card(days)))).toEqual([400, 'expireDate rule.sim.expireDate']);
  });
});

describe('the cards of a device', () => {
  test('are active one at a time, even when activated concurrently', async () => {
    const deviceId = await thing();
    const ids = [await make('/sim', card({ deviceId })), await make('/sim', card({ deviceId }))] as const;
    const activate = (id: string) => post('/sim/step', { id, step: 'activate' });
    const statuses = (await Promise.all(ids.map(activate))).map(({ status }) => status).sort();
    expect(statuses[0]).toBe(200);
    expect([400, 409]).toContain(statuses[1]);
    const shown = await Promise.all(ids.map((id) => find('/sim', id)));
    const active = shown.find(({ data }) => data.status === 'active')?.data;
    const spare = shown.find(({ data }) => data.status === 'inventory')?.data;
    expect(active?.activateDate).toBe('2026-03-01');
    expect(await activate(spare?.id as string)).toMatchObject({
      status: 409,
      data: [{ path: 'ids.0.deviceId', key: `rule.sim.oneActive?iccid=${active?.iccid}` }],
    });
    await post('/sim/step', { id: active?.id, step: 'suspend' });
    expect((await activate(spare?.id as string)).status).toBe(200);
    expect((await post('/sim/step', { id: active?.id, step: 'resume' })).status).toBe(409);
  });
});

describe('a device', () => {
  test('shows the card and the vehicle that name it', async () => {
    const deviceId = await thing();
    const spare = await make('/sim', card({ deviceId }));
    const active = await make('/sim', card({ deviceId }));
    await server.services.pool.query("update sims set status = 'active' where id = $1", [active]);
    const vehicleId = await make('/vehicle', vehicle({ deviceId }));
    const { data } = await find('/device', deviceId);
    expect(data).toMatchObject({ simId: active, vehicleId, status: 4, longitude: null });
    expect(data.titles).toMatchObject({ vehicleId: expect.stringMatching(/^LC0/) });
    await server.services.pool.query("update sims set status = 'retired' where id = $1", [active]);
    expect((await find('/device', deviceId)).data.simId).toBe(spare);
  });

  test('is created, deleted and named in the portal only', async () => {
    const id = await thing();
    for (const call of ['insert', 'delete', 'restore'])
      expect((await post(`/device/${call}`, { ids: [id] })).status).toBe(404);
    await server.services.pool.query("update things set devname = '新名字' where id = $1", [id]);
    expect((await find('/device', id)).data.devName).toBe('新名字');
    await server.services.pool.query('update things set deleted_at = now() where id = $1', [id]);
    expect((await find('/device', id)).status).toBe(404);
  });

  test('cannot change the fields of the portal: an update names them as refused', async () => {
    const id = await thing();
    const { data: before } = await find('/device', id);
    const reply = await post('/device/update', { id, devid: 'X', devName: 'X', status: 1, longitude: '1' });
    expect([reply.status, reply.data.map((each: { path: string }) => each.path)]).toEqual([
      400,
      ['devid', 'devName', 'status', 'longitude'],
    ]);
    const { data } = await post('/device/update', { ...before, id, remark: 'y' });
    expect(data).toMatchObject({ ...before, remark: 'y', version: 2, updateTime: expect.any(Number) });
  });
});

describe('the device of a battery', () => {
  let serial = 0;
  const battery = (more: object = {}) => ({
    batteryCode: `001PB030000001F31${String(++serial).padStart(7, '0')}`,
    productType: 1,
    chemistry: 'B',
    isCascade: 2,
    ...more,
  });
  const ofDevice = async (deviceId: string) => {
    const { data } = (await server.call(
      token,
      'GET',
      `/battery/findPage?page=1&size=10&deviceId=${deviceId}`,
    )) as { data: { list: { id: string }[] } };
    return data.list.map(({ id }) => id).sort();
  };

  test('measures one battery at a time, and both pages show it', async () => {
    const deviceId = await thing();
    const id = await make('/battery', battery({ deviceId, deviceSince: '2025-05-01' }));
    expect((await find('/battery', id)).data).toMatchObject({ deviceId, deviceSince: '2025-05-01' });
    const next = battery({ deviceId });
    expect(errors(await post('/battery/insert', next))).toEqual([400, 'deviceId resource.taken']);
    expect((await post('/battery/update', { id, deviceUntil: '2026-01-31' })).status).toBe(200);
    const second = await make('/battery', next);
    // The former battery keeps its link.
    expect(await ofDevice(deviceId)).toEqual([id, second].sort());
  });

  test('has days in order, and none without a device', async () => {
    const deviceId = await thing();
    const days = { deviceSince: '2026-01-02', deviceUntil: '2026-01-01' };
    expect(errors(await post('/battery/insert', battery({ deviceId, ...days })))).toEqual([
      400,
      'deviceUntil rule.battery.deviceOrder',
    ]);
    expect(errors(await post('/battery/insert', battery({ deviceUntil: '2026-01-01' })))).toEqual([
      400,
      'deviceId rule.battery.deviceMissing',
    ]);
  });
});
