import type { Page, Site, SiteDetail, Thing } from '@voltloop/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Fixture, telemetryFixture } from '../../../testing/telemetry.ts';
import type { AccountRow } from '../../people/accounts/index.ts';
import { createSites } from './index.ts';

const SYDNEY = 'Australia/Sydney';
const BERLIN = 'Europe/Berlin';
const berlin = { longitude: 13.4, latitude: 52.52 };
const now = new Date('2026-03-20T12:00:00Z');
let f: Fixture;
let installer: AccountRow;
let rival: AccountRow;
let owner: AccountRow;
let count = 0;

beforeAll(async () => {
  f = await telemetryFixture({
    now: () => now,
    more: (services, telemetry, things) => {
      const sites = createSites(services, telemetry, things);
      things.onZoneChange(sites.followZone);
      return [sites, { routes: (http) => things.routes?.(http) }];
    },
  });
  installer = await f.account('installer', f.factory, 'zone_installer');
  rival = await f.account('installer', f.factory, 'zone_rival');
}, 60_000);
afterAll(() => f.stop());
beforeEach(async () => {
  owner = await f.account('enduser', installer, `zone_owner_${++count}`);
});

const things = () => `/v1/things/tenants/${f.main.tenantId}/things`;
const sites = () => `/v1/sites/tenants/${f.main.tenantId}/sites`;
const put = (by: AccountRow, path: string, body: object) => f.call(by, path, body, 'PUT');
async function changed<T>(by: AccountRow, path: string, body: object): Promise<T> {
  const reply = await put(by, path, body);
  expect(reply).toMatchObject({ status: 200 });
  return reply.data as T;
}
/** A device in Sydney of the owner, which creates its site. */
async function device(): Promise<string> {
  const devid = `ZONE-${++count}`;
  await f.thing(devid, SYDNEY);
  await f.bind([devid], owner, installer);
  return devid;
}
const thingOf = async (devid: string) => (await f.call(installer, `${things()}/${devid}`)).data as Thing;
const siteOf = async () => {
  const { list } = (await f.call(installer, `${sites()}?search=${owner.userName}`)).data as Page<Site>;
  return list[0] as Site;
};
const auditOf = async (action: string, id: string) => {
  const { rows } = await f.services.pool.query(
    'select details from audit where action = $1 and object_id = $2 order by seq desc limit 1',
    [action, id],
  );
  return rows[0]?.details;
};

describe('a device', () => {
  test('that moves takes its days, its site and the zone of the position with it, audited', async () => {
    const devid = await device();
    const counter = (time: string, value: number) => ({
      ts: Date.parse(time),
      seq: ++count,
      boot: 1,
      data: { E_E_PV: value },
    });
    // 14:30 in Berlin is half past midnight of the next day in Sydney.
    await f.send(devid, [
      counter('2026-03-10T01:00:00Z', 0),
      counter('2026-03-10T12:00:00Z', 1000),
      counter('2026-03-10T13:30:00Z', 4000),
    ]);
    const days = async () => {
      const span = `begin_time=${Date.parse('2026-03-08T00:00:00Z')}&end_time=${now.getTime()}`;
      const path = `/v1/data-mgmt/tenants/${f.main.tenantId}/info-model/HE_BAT/things/${devid}/_aggregations`;
      const { data } = await f.call(installer, `${path}?data_points=E_E_PV&agg_interval=1d&${span}`);
      return (data as { key: number }[]).map(({ key }) => new Date(key).toISOString());
    };
    expect(await days()).toEqual(['2026-03-09T13:00:00.000Z', '2026-03-10T13:00:00.000Z']);

    const thing = await changed<Thing>(installer, `${things()}/${devid}`, { gps: berlin });
    expect(thing).toMatchObject({ gps: berlin, time_zone: BERLIN });
    expect(await days()).toEqual(['2026-03-09T23:00:00.000Z']);
    const site = await siteOf();
    expect(site.time_zone).toBe(BERLIN);
    const changes = { time_zone: { from: SYDNEY, to: BERLIN } };
    expect(await auditOf('thing.update', thing.id)).toEqual({
      devid,
      changed: ['gps'],
      cleared: [],
      changes,
    });
    expect(await auditOf('site.update', site.id)).toEqual({ changed: ['time_zone'], changes });
  });

  test('keeps a chosen zone, and loses its position when that is cleared', async () => {
    const path = `${things()}/${await device()}`;
    expect(await changed(installer, path, { gps: berlin, time_zone: 'Europe/Prague' })).toMatchObject({
      time_zone: 'Europe/Prague',
    });
    expect(await changed(installer, path, { clearFields: ['gps'] })).toMatchObject({
      gps: null,
      time_zone: 'Europe/Prague',
    });
  });

  test('is followed by its site once no device has the former zone', async () => {
    const [one, two] = [await device(), await device()];
    await changed(installer, `${things()}/${one}`, { time_zone: BERLIN });
    expect((await siteOf()).time_zone).toBe(SYDNEY);
    await changed(installer, `${things()}/${two}`, { time_zone: BERLIN });
    expect((await siteOf()).time_zone).toBe(BERLIN);
  });

  test('is changed by those that may edit it, to an existing zone', async () => {
    const path = `${things()}/${await device()}`;
    expect(await put(owner, path, { time_zone: BERLIN })).toMatchObject({ status: 403 });
    expect(await put(rival, path, { time_zone: BERLIN })).toMatchObject({ status: 404 });
    expect(await put(installer, path, { time_zone: 'Mars/Olympus' })).toMatchObject({
      status: 400,
      data: [{ path: 'time_zone', key: 'validation.timeZone' }],
    });
  });

  test('is registered with the zone of its position, unless one is given', async () => {
    const register = async (more: object) => {
      const reply = await f.call(f.main, things(), { devid: `ZONE-${++count}`, ...more });
      return (reply.data as { thing: Thing }).thing.time_zone;
    };
    expect(await register({ gps: berlin })).toBe(BERLIN);
    expect(await register({ gps: berlin, time_zone: SYDNEY })).toBe(SYDNEY);
  });
});

describe('a site', () => {
  test('that moves takes its devices with the same zone along, and fetches its prices again', async () => {
    const [one, two] = [await device(), await device()];
    await changed(installer, `${things()}/${two}`, { time_zone: 'Asia/Tokyo' });
    const { id } = await siteOf();
    await f.services.pool.query(
      `insert into site_price_feeds (site_id, url, next_at) values ($1, 'https://prices.example', $2)`,
      [id, new Date(now.getTime() + 86_400_000)],
    );
    const site = await changed<SiteDetail>(installer, `${sites()}/${id}`, { gps: berlin });
    expect(site).toMatchObject({ gps: berlin, time_zone: BERLIN });
    expect([(await thingOf(one)).time_zone, (await thingOf(two)).time_zone]).toEqual([BERLIN, 'Asia/Tokyo']);
    expect(await auditOf('site.update', id)).toMatchObject({
      changes: { time_zone: { from: SYDNEY, to: BERLIN } },
    });
    const { rows } = await f.services.pool.query('select next_at from site_price_feeds where site_id = $1', [
      id,
    ]);
    expect(rows[0].next_at).toEqual(now);
  });

  test('is created in the zone of its position, and emptied fields are cleared', async () => {
    const made = await f.call(installer, sites(), {
      name: 'Barn',
      owner: owner.id,
      gps: berlin,
      address: 'Kai 1',
    });
    expect(made).toMatchObject({ status: 200, data: { time_zone: BERLIN } });
    const { id } = made.data as Site;
    expect(await changed(installer, `${sites()}/${id}`, { clearFields: ['gps', 'address'] })).toMatchObject({
      gps: null,
      address: '',
      time_zone: BERLIN,
    });
  });
});
