import type { AccountOwnerLimits, OwnerControl, OwnerLimitsBody } from '@voltloop/contract';
import { settingRoles } from '@voltloop/device-models/roles.ts';
import { HE_BAT } from '@voltloop/protocol';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startDeviceServer, type TestDevice, until } from '../../../../testing/devices.ts';
import { setUp } from '../../../../testing/set-up.ts';
import type { AccountRow } from '../../../people/accounts/index.ts';

const ownerKeys = settingRoles.map((role) => HE_BAT.settings.find((each) => each.role === role)?.key ?? '');
const node = setUp(startDeviceServer);
let main: AccountRow;
let company: AccountRow;
let tokens: Record<'main' | 'company' | 'owner' | 'stranger', string>;
let owner: AccountRow;
let made = 0;

/** A battery of the owner with settings. */
let battery: { id: string; devid: string; secret: string };
let settings: Record<string, number>;
let device: TestDevice;
let refuses: string | undefined;

beforeAll(async () => {
  const { server } = node;
  main = await server.tenant();
  company = await server.account('company', main);
  owner = await server.account('enduser', company);
  const other = await server.account('company', main);
  const token = async (account: AccountRow) => (await server.signIn(account.userName)).token;
  tokens = {
    main: await token(main),
    company: await token(company),
    owner: await token(owner),
    stranger: await token(other),
  };
});

type Who = keyof typeof tokens;
type Reply = { status: number; code: number; data: never };
const call = (who: Who, method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<Reply> =>
  node.server.call(tokens[who], method, `/v1/owner-control/tenants/${main.tenantId}${path}`, body);
const control = async (who: Who = 'owner') =>
  (await call(who, 'GET', `/things/${battery.devid}`)).data as OwnerControl;
const choose = (body: object, who: Who = 'owner') => call(who, 'POST', `/things/${battery.devid}`, body);
const limits: OwnerLimitsBody = {
  enabled: true,
  reserve_min_pct: 10,
  reserve_max_pct: 50,
  modes: [0, 1],
  windows_max: 2,
  grid_charge: false,
  power_max_w: 3000,
};
/** Limits of the company, whatever they were. */
async function allow(change: Partial<OwnerLimitsBody> | null = {}): Promise<void> {
  const path = '/accounts/self/limits';
  const { version } = (await call('company', 'GET', path)).data as AccountOwnerLimits;
  const body = { limits: change && { ...limits, ...change }, version };
  expect(await call('company', 'PUT', path, body)).toMatchObject({ status: 200 });
}
const changed = () =>
  until(async () => {
    const { change } = await control();
    return change?.finished_at ? change : null;
  }, 30_000);

beforeEach(async () => {
  battery = await node.register(main, `OWN${++made}`);
  const path = `/v1/things/tenants/${main.tenantId}/users/things?userIds=${owner.id}`;
  const bound = await node.server.call(tokens.main, 'POST', path, [battery.devid]);
  expect(bound).toMatchObject({ status: 200 });
  settings = Object.fromEntries(ownerKeys.map((key) => [key, 0]));
  settings.E_SOC_RSV = 10;
  refuses = undefined;
  device = await node.device(battery);
  device.onCommand = ({ id, cmd, params }) => {
    const device_time = Date.now();
    if (cmd === 'report') {
      const values = Object.fromEntries((params.keys as string[]).map((key) => [key, settings[key] ?? 0]));
      return void device.reply({ id, ok: true, values, device_time });
    }
    if (refuses) return void device.reply({ id, ok: false, error: refuses, device_time });
    Object.assign(settings, params.keys);
    return void device.reply({ id, ok: true, values: params.keys as Record<string, number>, device_time });
  };
  await until(async () => (await control('main')).online);
  await allow();
});

describe('an owner', () => {
  it('sets reserve, mode and windows, which the device confirms', async () => {
    const windows = [
      { start_min: 1320, end_min: 120, action: 'discharge', power_w: 2500 },
      { start_min: 120, end_min: 300, action: 'hold', power_w: 0 },
    ];
    const sent = await choose({ reserve_pct: 30, mode: 1, windows });
    expect(sent).toMatchObject({ status: 200, data: { change: { by: owner.userName } } });
    expect(await changed()).toMatchObject({
      state: 'verified',
      wanted: { reserve_pct: 30, mode: 1, windows },
    });
    expect(settings).toMatchObject({
      E_SOC_RSV: 30,
      E_MODE: 1,
      E_TOU1_START: 1320,
      E_TOU1_ACT: 2,
      E_TOU3_ACT: 0,
    });
    expect(await control()).toMatchObject({ values: { reserve_pct: 30, mode: 1, windows }, outside: [] });
    const { rows } = await node.services.pool.query(
      `select actor_name, details from audit where action = 'params.batch.start' order by seq desc limit 1`,
    );
    expect(rows).toMatchObject([{ actor_name: owner.userName, details: { owner: true } }]);
  });

  it('reads only the settings that owners may change from the device', async () => {
    settings.E_MODE = 4;
    expect(await call('owner', 'POST', `/things/${battery.devid}/read`)).toMatchObject({
      status: 200,
      data: { values: { reserve_pct: 10, mode: 4, windows: [] }, outside: ['mode'] },
    });
    expect(device.commands.map(({ cmd, params }) => [cmd, params.keys])).toEqual([['report', ownerKeys]]);
  });

  it('receives the refusal of the device', async () => {
    refuses = 'E_SOC_RSV must stay below E_SOC_MAX';
    await choose({ reserve_pct: 40 });
    expect(await changed()).toMatchObject({ state: 'failed', reason: 'refused', error: refuses });
    expect((await control()).values.reserve_pct).toBe(10);
  });

  it('replaces an unsent change', async () => {
    await device.publish('state', { online: false });
    await until(async () => !(await control()).online);
    await choose({ reserve_pct: 20 });
    await choose({ reserve_pct: 25 });
    const { rows } = await node.services.pool.query(
      'select state, count(*)::int as n from param_jobs where thing_id = $1 group by state order by state',
      [battery.id],
    );
    expect(rows).toEqual([
      { state: 'cancelled', n: 1 },
      { state: 'waiting', n: 1 },
    ]);
    expect((await control()).change).toMatchObject({ state: 'waiting', wanted: { reserve_pct: 25 } });
  });

  it('is bound to the limits at each change', async () => {
    const fieldsOf = async (body: object) => {
      const { status, data } = (await choose(body)) as {
        status: number;
        data: { path: string }[];
      };
      return [status, JSON.stringify(data).match(/"path":"([^"]*)"/)?.[1]];
    };
    const window = { start_min: 60, end_min: 120, action: 'charge', power_w: 1000 };
    expect(await fieldsOf({ reserve_pct: 51 })).toEqual([400, 'reserve_pct']);
    expect(await fieldsOf({ mode: 2 })).toEqual([400, 'mode']);
    expect(await fieldsOf({ mode: 4 })).toEqual([400, 'mode']);
    expect(await fieldsOf({ windows: [window] })).toEqual([400, 'windows.0.action']);
    expect(await fieldsOf({})).toEqual([400, 'reserve_pct']);
    expect(await fieldsOf({ reserve_pct: 20.5 })).toEqual([400, 'reserve_pct']);
    await allow({ enabled: false });
    expect(await choose({ reserve_pct: 20 })).toMatchObject({ status: 403 });
    await allow(null);
    expect(await choose({ reserve_pct: 20 })).toMatchObject({ status: 403 });
    expect((await control()).limits).toBeNull();
    expect(device.commands).toEqual([]);
  });
});

describe('limits', () => {
  it('of a device take precedence over those of its company, and those over limits of accounts above', async () => {
    const path = '/accounts/self/limits';
    const of = { limits: { ...limits, reserve_max_pct: 80 }, version: 0 };
    expect(await call('main', 'PUT', path, of)).toMatchObject({ status: 200, data: { version: 1 } });
    expect((await control()).limits).toMatchObject({ reserve_max_pct: 50 });
    await allow(null);
    expect(await control()).toMatchObject({ limits: { reserve_max_pct: 80 }, limits_from: 'account' });
    const own = { limits: { ...limits, reserve_max_pct: 35 }, version: 0 };
    const put = () => call('company', 'PUT', `/things/${battery.devid}/limits`, own);
    expect(await put()).toMatchObject({
      status: 200,
      data: { limits_from: 'thing', own_limits: { version: 1 } },
    });
    expect(await put()).toMatchObject({ status: 409 });
    expect((await control()).limits).toMatchObject({ reserve_max_pct: 35 });
    await call('main', 'PUT', path, { limits: null, version: 1 });
  });

  it('that were tightened leave the battery unchanged, and list settings outside the limits', async () => {
    await choose({ reserve_pct: 45 });
    await changed();
    await allow({ reserve_max_pct: 30 });
    expect(await control()).toMatchObject({ values: { reserve_pct: 45 }, outside: ['reserve_pct'] });
    expect(settings.E_SOC_RSV).toBe(45);
  });

  it('are set by companies and accounts above, for things they see', async () => {
    const own = { limits, version: 0 };
    const path = `/things/${battery.devid}/limits`;
    expect(await call('owner', 'PUT', path, own)).toMatchObject({ status: 403 });
    expect(await call('owner', 'GET', '/accounts/self/limits')).toMatchObject({ status: 403 });
    expect(await call('stranger', 'PUT', path, own)).toMatchObject({ status: 404 });
    expect(await call('stranger', 'GET', `/things/${battery.devid}`)).toMatchObject({ status: 404 });
    expect(await choose({ reserve_pct: 20 }, 'stranger')).toMatchObject({ status: 404 });
    expect(await call('stranger', 'PUT', `/accounts/${company.id}/limits`, own)).toMatchObject({
      status: 404,
    });
    expect(await call('main', 'PUT', `/accounts/${owner.id}/limits`, own)).toMatchObject({ status: 400 });
    const wrong = { limits: { ...limits, reserve_min_pct: 60 }, version: 0 };
    expect(await call('company', 'PUT', path, wrong)).toMatchObject({ status: 400 });
  });
});
