import type { Page, Thing } from '@voltloop/contract';
import { isoDay } from '@voltloop/domain/clock/zone-time.ts';
import readXlsx from 'read-excel-file/node';
import { beforeAll, describe, expect, test } from 'vitest';
import { startOwnServer } from '../../../testing/own-server.ts';
import { setUp } from '../../../testing/set-up.ts';
import type { AccountRow } from '../../people/accounts/index.ts';

const server = setUp(startOwnServer);
let main: AccountRow;
let company: AccountRow;
let installer: AccountRow;
let owner: AccountRow;
let neighbour: AccountRow;
let rival: AccountRow;
const tokens = new Map<string, string>();
let made = 0;

beforeAll(async () => {
  main = await server.tenant();
  company = await server.account('company', main);
  installer = await server.account('installer', company);
  owner = await server.account('enduser', installer);
  neighbour = await server.account('enduser', installer);
  rival = await server.account('factory', main);
  for (const a of [main, company, installer, owner, neighbour, rival])
    tokens.set(a.id, (await server.signIn(a.userName)).token);
});

const T = () => `/v1/things/tenants/${main.tenantId}`;
const call = (as: AccountRow, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
  server.call(tokens.get(as.id) ?? '', method, T() + path, body);
async function thing(boundTo: AccountRow[] = [], more: object = {}): Promise<string> {
  const devid = `MNG_${++made}`;
  await server.things.register(server.as(main), [{ devid, devtype: 'HE_BAT', ...more }]);
  if (boundTo.length > 0)
    await server.things.bind(
      server.as(main),
      boundTo.map((a) => a.id),
      [devid],
    );
  return devid;
}
const sees = async (who: AccountRow, devid: string) =>
  (await call(who, 'GET', `/things/${devid}`)).status === 200;

describe('auto-bind', () => {
  const auto = (as: AccountRow, to: AccountRow, devid: string, more = '', model = 'HE_BAT') =>
    call(as, 'PUT', `/user/${to.id}/things/auto-bind?infoModelId=${model}&thirdThingsId=${devid}${more}`);
  const keyOf = (reply: { data: unknown }) => (reply.data as { key: string }[])[0]?.key;

  test('binds a device from its account to one below, and may be repeated', async () => {
    const devid = await thing([installer]);
    expect((await auto(installer, owner, devid)).data).toEqual({ devid, bound: 1 });
    expect(await sees(owner, devid)).toBe(true);
    expect((await auto(installer, owner, devid)).data).toEqual({ devid, bound: 0 });
  });

  test('does not skip the account above, unless the main account disables that check', async () => {
    const devid = await thing();
    const reply = await auto(main, owner, devid);
    expect([reply.status, keyOf(reply)]).toEqual([409, 'thing.parentHasNot']);
    expect(await sees(owner, devid)).toBe(false);
    expect((await auto(main, owner, devid, '&checkParentUserThingsAuth=0')).data).toEqual({
      devid,
      bound: 1,
    });
  });

  test('is refused when a neighbour has the device, unless the main account disables that check', async () => {
    const devid = await thing([installer, neighbour]);
    const reply = await auto(main, owner, devid);
    expect([reply.status, keyOf(reply)]).toEqual([409, 'thing.neighbourHas']);
    const skipped = await auto(main, owner, devid, '&checkNeighborUserThingsAuth=0');
    expect(skipped.data).toEqual({ devid, bound: 1 });
  });

  test('a flag of 0 from any other account counts as 1', async () => {
    const devid = await thing([installer, neighbour]);
    const both = '&checkNeighborUserThingsAuth=0&checkParentUserThingsAuth=0';
    expect((await auto(installer, owner, devid, both)).status).toBe(409);
    expect((await auto(company, owner, devid, both)).status).toBe(409);
  });

  test('respects the subtree, visibility, the model and roles', async () => {
    const devid = await thing([installer]);
    const unseen = await thing();
    expect((await auto(installer, rival, devid)).status).toBe(404);
    expect((await auto(installer, owner, unseen)).status).toBe(404);
    expect((await auto(installer, owner, devid, '', 'OTHER')).status).toBe(404);
    expect((await auto(owner, owner, devid)).status).toBe(403);
    expect((await auto(main, main, devid)).status).toBe(400);
    expect((await auto(installer, owner, devid, '&checkParentUserThingsAuth=2')).status).toBe(400);
  });

  test('gives the device to only one of two concurrent neighbours', async () => {
    const devid = await thing([installer]);
    const replies = await Promise.all([auto(installer, owner, devid), auto(installer, neighbour, devid)]);
    expect(replies.map((r) => r.status).sort()).toEqual([200, 409]);
  });
});

describe('removing a thing', () => {
  test('is refused while it is bound to another account, and works afterwards', async () => {
    const devid = await thing([owner]);
    const refused = await call(main, 'DELETE', `/things/${devid}`);
    expect([refused.status, (refused.data as { key: string }[])[0]?.key]).toEqual([409, 'thing.stillBound']);
    await call(main, 'DELETE', `/users/things?userIds=${owner.id}`, [devid]);
    expect((await call(main, 'DELETE', `/things/${devid}`)).status).toBe(200);
    expect(await sees(main, devid)).toBe(false);
    expect((await call(main, 'DELETE', `/things/${devid}`)).status).toBe(404);
  });
});

describe('binding in bulk', () => {
  test('reports the number of changes of each device', async () => {
    const [a, b] = [await thing([owner]), await thing()];
    const reply = await call(main, 'POST', `/users/things?userIds=${owner.id},${installer.id}`, [a, b]);
    expect(reply.data).toEqual({
      bound: 3,
      results: [
        { devid: a, changed: 1 },
        { devid: b, changed: 2 },
      ],
    });
    const ended = await call(main, 'POST', `/users/things/unbind?userIds=${owner.id}`, [a, b]);
    expect(ended.data).toMatchObject({ unbound: 2, results: [{ changed: 1 }, { changed: 1 }] });
  });
});

describe('the list', () => {
  const list = async (as: AccountRow, query: string) =>
    (await call(as, 'GET', `/things?${query}`)).data as Page<Thing>;
  const desc = {
    name: 'Anna Berg',
    mobile: '+49 170 1234567',
    email: 'anna@works.example',
    address: 'Seeweg 9, 87541 Hindelang',
    installTime: '2026-02-03',
  };

  test('masks personal data; the thing’s own page shows it', async () => {
    const devid = await thing([owner], { desc, gps: { longitude: 10.123456, latitude: 47.654321 } });
    const [listed] = (await list(owner, `search=${devid}`)).list;
    expect(listed).toMatchObject({
      desc: { mobile: '+49****567', email: 'a***@works.example', address: 'Seeweg***', name: 'Anna Berg' },
      gps: { longitude: 10.12, latitude: 47.65 },
    });
    const own = (await call(owner, 'GET', `/things/${devid}`)).data as Thing;
    expect(own).toMatchObject({ desc, gps: { longitude: 10.123456 } });
  });

  test('is filtered by account, by no account, and by days of installation', async () => {
    const bound = await thing([neighbour], { desc: { installTime: '2026-05-10' } });
    const free = await thing([], { desc: { installTime: '2026-05-12' } });
    const of = async (query: string) => (await list(main, query)).list.map((t) => t.devid);
    expect(await of(`account=${neighbour.id}`)).toContain(bound);
    expect(await of(`account=${neighbour.id}`)).not.toContain(free);
    expect(await of(`account=${neighbour.userName}`)).toEqual(await of(`account=${neighbour.id}`));
    expect((await call(installer, 'GET', `/things?account=${rival.userName}`)).status).toBe(404);
    expect((await call(installer, 'GET', '/things?account=nobody_at_all')).status).toBe(404);
    expect(await of('account=none')).toContain(free);
    expect(await of('account=none')).not.toContain(bound);
    expect(await of('installed_from=2026-05-10&installed_to=2026-05-11')).toEqual([bound]);
    expect((await of('installed_from=2026-05-10')).sort()).toEqual([bound, free].sort());
    expect((await call(installer, 'GET', `/things?account=${rival.id}`)).status).toBe(404);
    expect((await call(installer, 'GET', '/things?installed_from=tomorrow')).status).toBe(400);
  });

  test('returns all its ids, in its order, for selecting all', async () => {
    const shown = await list(installer, 'sort=devid&page_size=100');
    const ids = (await call(installer, 'GET', '/thing-ids?sort=devid')).data as {
      devids: string[];
      total: number;
    };
    expect(ids).toEqual({ devids: shown.list.map((t) => t.devid), total: shown.total });
  });
});

describe('the export', () => {
  const file = (as: AccountRow, body: object, query = '') =>
    server.app.inject({
      method: 'POST',
      url: `${T()}/things-export${query}`,
      payload: body,
      headers: { platform: 'IOT', authorization: `Bearer ${tokens.get(as.id)}` },
    });

  test('has the times of each device in its zone, and its name the day of the reader', async () => {
    const zone = 'Pacific/Kiritimati';
    const devid = await thing([owner], { time_zone: 'Asia/Tokyo' });
    const reply = await file(owner, {
      format: 'csv',
      columns: ['registertime'],
      devids: [devid],
      time_zone: zone,
    });
    const day = isoDay(server.clock.now.getTime(), zone);
    expect(reply.headers['content-disposition']).toBe(`attachment; filename="devices_${day}.csv"`);
    expect(reply.body.split('\r\n')[1]).toMatch(/\+09:00$/);
  });

  test('contains the filtered rows and the chosen columns, masked, and is audited', async () => {
    const devid = await thing([owner], { devname: '=cmd', desc: { mobile: '+49 170 1234567' } });
    const columns = ['devid', 'devname', 'mobile', 'status', 'subusers'];
    const reply = await file(owner, { format: 'xlsx', columns }, `?search=${devid}`);
    expect(reply.statusCode).toBe(200);
    const [sheet] = await readXlsx(reply.rawPayload);
    expect(sheet?.data).toEqual([
      ['Device id', 'Device', 'Mobile', 'State', 'Bound to'],
      [devid, '=cmd', '+49****567', 'Not activated', owner.userName],
    ]);
    const { rows } = await server.services.pool.query(
      "select actor_name, details from audit where action = 'things.export' order by seq desc limit 1",
    );
    expect(rows[0]).toMatchObject({
      actor_name: owner.userName,
      details: { format: 'xlsx', columns, rows: 1, chosen: false },
    });
  });

  test('of chosen devices works in Chinese with every column', async () => {
    const devid = await thing([owner]);
    const reply = await file(owner, { format: 'csv', language: 'zh', devids: [devid] });
    expect(reply.headers['content-disposition']).toContain(encodeURIComponent('设备列表'));
    const lines = reply.body.split('\r\n');
    expect(lines[0]?.startsWith('\uFEFF设备名称,设备编号')).toBe(true);
    expect(lines[1]).toContain('未激活');
    expect(lines).toHaveLength(3);
  });

  test('of a device that the caller does not see is not found', async () => {
    const devid = await thing();
    expect((await file(owner, { devids: [devid] })).statusCode).toBe(404);
    expect((await file(owner, { columns: ['secret_hash'] })).statusCode).toBe(400);
  });
});
