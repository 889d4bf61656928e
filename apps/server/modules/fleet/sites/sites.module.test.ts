import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type {
  EnergyForecast,
  EnergyHours,
  Page,
  PeriodEnergy,
  Site,
  SiteDetail,
  SiteNote,
  SitePrices,
  SiteTransfer,
} from '@voltloop/contract';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Fixture, telemetryFixture } from '../../../testing/telemetry.ts';
import type { AccountRow } from '../../people/accounts/index.ts';
import { createMail } from '../../people/mail/index.ts';
import { createReports } from '../../service/reports/index.ts';
import { createSites, type Sites } from './index.ts';

const HOUR = 3_600_000;
const QUARTER = 900_000;
const zone = 'Europe/Berlin';
const at = (text: string) => Date.parse(text);
const clock = { now: at('2026-03-20T12:07:00Z') };
let f: Fixture;
let sites: Sites;
/** main > factory > two branches: company, installer, end user each. */
const a = {} as Record<'company' | 'installer' | 'ada' | 'rival' | 'builder' | 'ben', AccountRow>;

const url = (path: string) => `/v1/sites/tenants/${f.main.tenantId}/${path}`;
const request = async <T>(by: AccountRow, path: string, body?: unknown, method?: 'PUT' | 'DELETE') =>
  (await f.call(by, url(path), body, method)) as { status: number; data: T };
const got = async <T>(by: AccountRow, path: string, body?: unknown, method?: 'PUT' | 'DELETE') => {
  const reply = await request<T>(by, path, body, method);
  expect(reply, path).toMatchObject({ status: 200 });
  return reply.data;
};
const siteOf = async (by: AccountRow, search: string) => {
  const { list } = await got<Page<Site>>(by, `sites?search=${search}`);
  return list[0] as Site;
};

let seq = 0;
/** Counters that rise by `rise` Wh in each quarter-hour of [from, to), with readings at both ends. */
async function count(devid: string, from: number, to: number, start: number, rise: number): Promise<void> {
  const frames: object[] = [];
  for (let t = from, i = 0; t < to; t += QUARTER, i++) {
    const value = start + i * rise;
    frames.push({
      ts: t,
      seq: seq++,
      boot: 1,
      data: { E_E_PV: value, E_E_LOAD: value, E_E_IMP: 0, E_E_EXP: 0 },
    });
    frames.push({
      ts: t + QUARTER - 1000,
      seq: seq++,
      boot: 1,
      data: { E_E_PV: value + rise, E_E_LOAD: value + rise, E_E_IMP: 0, E_E_EXP: 0 },
    });
  }
  for (let i = 0; i < frames.length; i += 400) await f.send(devid, frames.slice(i, i + 400));
}

beforeAll(async () => {
  f = await telemetryFixture({
    now: () => new Date(clock.now),
    more: (services, telemetry, things) => {
      sites = createSites(services, telemetry, things);
      return [sites, createReports(services, sites, createMail(services))];
    },
  });
  a.company = await f.account('company', f.factory, 'company_a');
  a.installer = await f.account('installer', a.company, 'installer_a');
  a.ada = await f.account('enduser', a.installer, 'ada_user');
  a.rival = await f.account('company', f.factory, 'company_b');
  a.builder = await f.account('installer', a.rival, 'installer_b');
  a.ben = await f.account('enduser', a.builder, 'ben_user');
}, 60_000);
afterAll(() => f.stop());

const textOf = async (bytes: Buffer) => {
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const info = (await pdf.getMetadata()).info as { Title?: string; Language?: string };
  return { info, text: (await extractText(pdf, { mergePages: true })).text.replace(/\s+/g, ' ') };
};

describe('sites of end users', () => {
  test('the first device bound to an end user creates the site, the next joins it', async () => {
    await f.thing('HOME-1', zone);
    await f.thing('HOME-2', zone);
    clock.now -= 72 * HOUR;
    await f.bind(['HOME-1'], a.ada);
    clock.now += 72 * HOUR;
    await f.bind(['HOME-2'], a.ada, a.installer);
    const { list, total } = await got<Page<Site>>(a.company, 'sites');
    expect(total).toBe(1);
    expect(list[0]).toMatchObject({ name: 'ada_user name', devices: 2, time_zone: zone });
    expect(await got<Page<Site>>(a.rival, 'sites')).toMatchObject({ total: 0 });
    expect(await request(a.rival, `sites/${list[0]?.id}`)).toMatchObject({ status: 404 });
    const detail = await got<SiteDetail>(a.ada, `sites/${list[0]?.id}`);
    expect(detail.members.map((m) => m.devid).sort()).toEqual(['HOME-1', 'HOME-2']);
    expect(detail.may_change).toBe(false);
  });

  test('a site has the worst active event of its devices as its problem', async () => {
    for (const [devid, level, code] of [
      ['HOME-1', 2, 'warm'],
      ['HOME-2', 3, 'hot'],
      ['HOME-2', 1, 'note'],
    ])
      await f.services.pool.query(
        `insert into events (thing_id, code, name_en, name_zh, level, begin_time)
         select id, $2, $2, $2, $3, now() from things where devid = $1`,
        [devid, code, level],
      );
    expect((await siteOf(a.company, 'ada')).problem).toMatchObject({
      devid: 'HOME-2',
      level: 3,
      name: { en: 'hot' },
      active: 3,
    });
    await f.services.pool.query(`update events set state = 2, end_time = now()`);
    expect((await siteOf(a.company, 'ada')).problem).toBeNull();
  });

  test('sorting by state lists sites that need attention first', async () => {
    await f.thing('HOME-9', zone);
    await f.bind(['HOME-9'], a.ben);
    for (const [devid, owner] of [
      ['HOME-9', 'ben_user name'],
      ['HOME-1', 'ada_user name'],
    ]) {
      await f.services.pool.query(
        `insert into events (thing_id, code, name_en, name_zh, level, begin_time)
         select id, 'warm', 'warm', 'warm', 2, now() from things where devid = $1`,
        [devid],
      );
      const { list } = await got<Page<Site>>(f.factory, 'sites?sort=status');
      expect(list.map(({ name }) => name)[0]).toBe(owner);
      expect(list).toHaveLength(2);
      await f.services.pool.query(`update events set state = 2, end_time = now()`);
    }
  });

  test('a device with no binding left below the site’s account has left it', async () => {
    await f.thing('HOME-3', zone);
    clock.now -= 2 * HOUR;
    await f.bind(['HOME-3'], a.ada);
    clock.now += 2 * HOUR;
    const { id } = await siteOf(a.ada, 'ada');
    expect((await got<SiteDetail>(a.ada, `sites/${id}`)).devices).toBe(3);
    await f.services.pool.query(
      `update bindings set until = $1 where thing_id = (select id from things where devid = 'HOME-3')`,
      [new Date(clock.now)],
    );
    const after = await got<SiteDetail>(a.ada, `sites/${id}`);
    expect(after.devices).toBe(2);
    expect(after.members.find((m) => m.devid === 'HOME-3')).toMatchObject({ visible: false, status: null });
  });

  test('validates fields, tags and empty values', async () => {
    const body = { name: 'Mill', owner: 'installer_a', time_zone: zone, tags: ['Roof', 'roof', 'VIP'] };
    expect(await request(a.ada, 'sites', body)).toMatchObject({ status: 403 });
    expect(await request(a.company, 'sites', { ...body, owner: 'installer_b' })).toMatchObject({
      status: 404,
    });
    expect(await request(a.company, 'sites', { ...body, time_zone: 'Mars/Base' })).toMatchObject({
      status: 400,
    });
    expect(await request(a.company, 'sites', { ...body, region: '999999' })).toMatchObject({ status: 400 });
    expect(await request(f.main, 'sites', { ...body, owner: 'main_test' })).toMatchObject({ status: 400 });
    const mill = await got<SiteDetail>(a.company, 'sites', { ...body, region: '440305' });
    expect(mill).toMatchObject({ tags: ['Roof', 'VIP'], region: '440305', status: null });
    expect(await got(a.installer, 'site-tags')).toContainEqual({ tag: 'VIP', sites: 1 });
    expect(await got<Page<Site>>(a.installer, 'sites?tags=VIP,Roof')).toMatchObject({ total: 1 });
    const moved = await got<SiteDetail>(a.company, `sites/${mill.id}`, { name: 'Old mill' }, 'PUT');
    expect(moved).toMatchObject({ name: 'Old mill', tags: ['Roof', 'VIP'] });
    const { id } = await siteOf(a.ada, 'ada');
    expect(await request(a.company, `sites/${id}`, undefined, 'DELETE')).toMatchObject({ status: 409 });
    await got(a.company, `sites/${mill.id}`, undefined, 'DELETE');
    expect(await request(a.company, `sites/${mill.id}`)).toMatchObject({ status: 404 });
  });

  test('notes have an author; accounts that may not change the site delete only their own', async () => {
    const { id } = await siteOf(a.ada, 'ada');
    const note = await got<SiteNote>(a.installer, `sites/${id}/notes`, { text: 'Fuse replaced' });
    expect(note).toMatchObject({ author: 'installer_a name', photos: [] });
    expect(await request(a.ada, `sites/${id}/notes`, { text: ' ' })).toMatchObject({ status: 400 });
    const photos = ['/files/018f0000-0000-7000-8000-000000000001'];
    expect(await request(a.ada, `sites/${id}/notes`, { photos })).toMatchObject({ status: 400 });
    expect(await request(a.ada, `sites/${id}/notes/${note.id}`, undefined, 'DELETE')).toMatchObject({
      status: 403,
    });
    expect(await got<Page<SiteNote>>(a.ada, `sites/${id}/notes`)).toMatchObject({ total: 1 });
    await got(a.installer, `sites/${id}/notes/${note.id}`, undefined, 'DELETE');
    expect(await got<Page<SiteNote>>(a.ada, `sites/${id}/notes`)).toMatchObject({ total: 0 });
  });
});

describe('a replaced device', () => {
  const swap = at('2026-03-10T09:00:00Z');
  const from = at('2026-03-09T00:00:00+01:00');
  let id = '';
  const energy = async (query: string) =>
    (await got<{ key: number; pv_kwh: number }[]>(a.company, `sites/${id}/energy?${query}`)).map(
      (slot) => [new Date(slot.key).toISOString(), slot.pv_kwh] as const,
    );

  beforeAll(async () => {
    await f.thing('OLD-BAT', zone);
    await f.thing('NEW-BAT', zone);
    const site = await got<SiteDetail>(a.company, 'sites', {
      name: 'Workshop',
      owner: 'installer_a',
      time_zone: zone,
    });
    id = site.id;
    await f.bind(['OLD-BAT', 'NEW-BAT'], a.installer);
    // 100 Wh a quarter-hour; the new one has counted elsewhere before, and continues from there.
    await count('OLD-BAT', from, at('2026-03-11T00:00:00+01:00'), 5_000_000, 100);
    await count('NEW-BAT', from, at('2026-03-12T00:00:00+01:00'), 9_000_000, 200);
    await got(a.company, `sites/${id}/devices`, { devid: 'OLD-BAT', since: from });
  });

  test('continues with the counter of the new one, without counting twice', async () => {
    const path = `sites/${id}/devices/OLD-BAT/replace`;
    expect(await request(a.company, path, { by: 'NEW-BAT', at: clock.now + HOUR })).toMatchObject({
      status: 400,
    });
    expect(await request(a.company, path, { by: 'HOME-1', at: swap })).toMatchObject({ status: 409 });
    const after = await got<SiteDetail>(a.company, path, { by: 'NEW-BAT', at: swap + 60_000 });
    expect(after.members.map(({ devid, since, until }) => [devid, since, until])).toEqual([
      ['NEW-BAT', swap, null],
      ['OLD-BAT', from, swap],
    ]);
    // The day of the swap: ten hours of the old device, fourteen of the new one.
    expect(await energy(`begin_time=${from}&end_time=${at('2026-03-12T00:00:00+01:00')}`)).toEqual([
      ['2026-03-08T23:00:00.000Z', 9.6],
      ['2026-03-09T23:00:00.000Z', 4 + 11.2],
      ['2026-03-10T23:00:00.000Z', 19.2],
    ]);
    const month = `agg_interval=1M&begin_time=${from}&end_time=${clock.now}`;
    expect(await energy(month)).toEqual([['2026-02-28T23:00:00.000Z', 9.6 + 15.2 + 19.2]]);
  });

  test('has the same energy by quarter-hours and by days', async () => {
    const year = `agg_interval=1y&begin_time=${from}&end_time=${clock.now}`;
    expect(await energy(year)).toEqual([['2025-12-31T23:00:00.000Z', 44]]);
  });

  test('is compared as one home, whichever device it had', async () => {
    const day = await got<PeriodEnergy>(a.company, `sites/${id}/energy-period?period=day&day=2026-03-10`);
    expect(day).toMatchObject({ from: '2026-03-10', complete: true, total: { pv_kwh: 15.2 } });
    // Four quarter-hours of the old device at 100 Wh, then of the new one at 200 Wh.
    expect([8, 9, 10, 11].map((hour) => day.slots[hour]?.current?.pv_kwh)).toEqual([0.4, 0.4, 0.8, 0.8]);
    expect(day.previous).toMatchObject({ now: { pv_kwh: 15.2 }, former: { pv_kwh: 9.6 } });
    expect(day.year_ago).toBeNull();
    expect(await request(a.rival, `sites/${id}/energy-period?period=month`)).toMatchObject({ status: 404 });
  });

  test('has a year of hours, where missing measurements are not zero', async () => {
    const { days } = await got<EnergyHours>(a.company, `sites/${id}/energy-hours?year=2026&energy=pv`);
    // January to 20 March, and nothing before the first device.
    expect([days.length, days.at(-1)?.day]).toEqual([79, '2026-03-20']);
    const hours = new Map(days.map(({ day, kwh }) => [day, kwh]));
    expect(hours.get('2026-03-08')?.every((kwh) => kwh === null)).toBe(true);
    expect([8, 9, 10, 11].map((hour) => hours.get('2026-03-10')?.[hour])).toEqual([0.4, 0.4, 0.8, 0.8]);
    const none = await got<EnergyHours>(a.company, `sites/${id}/energy-hours?year=2026&energy=charge`);
    expect(none.days.every(({ kwh }) => kwh.every((each) => each === null))).toBe(true);
    expect(await request(a.rival, `sites/${id}/energy-hours?year=2026&energy=pv`)).toMatchObject({
      status: 404,
    });
  });

  test('has a forecast after seven measured days, for accounts that see it', async () => {
    const forecast = await got<EnergyForecast>(a.company, `sites/${id}/forecast`);
    // Three days were measured.
    expect(forecast).toMatchObject({
      day: '2026-03-21',
      days: 3,
      needed: 7,
      total: { pv: null, load: null },
    });
    expect(await request(a.rival, `sites/${id}/forecast`)).toMatchObject({ status: 404 });
  });

  test('costs by its tariff, whichever device measured', async () => {
    const tariff = {
      kind: 'flat',
      currency: 'EUR',
      import_price: '0.25',
      feed_in_price: '0.08',
      standing_charge: '0.30',
    };
    const path = `sites/${id}/tariffs`;
    expect(await request(a.rival, `${path}/2026-03-10`, tariff, 'PUT')).toMatchObject({ status: 404 });
    // The site is in Germany; its first measured day is 9 March.
    expect(await got(a.company, `sites/${id}/tariff-proposal`)).toEqual({
      currency: 'EUR',
      first_day: '2026-03-09',
    });
    const unknown = { ...tariff, currency: 'EUX' };
    expect(await request(a.installer, `${path}/2026-03-10`, unknown, 'PUT')).toMatchObject({
      status: 400,
      data: [{ path: 'currency', key: 'tariff.currency' }],
    });
    const wrong = { ...tariff, import_price: '0,25' };
    expect(await request(a.installer, `${path}/2026-03-10`, wrong, 'PUT')).toMatchObject({ status: 400 });
    await got(a.installer, `${path}/2026-03-10`, tariff, 'PUT');
    const dollars = { ...tariff, currency: 'USD' };
    expect(await request(a.installer, `${path}/2026-04-01`, dollars, 'PUT')).toMatchObject({ status: 409 });
    // All of the load came from solar. 10 March: 15.2 kWh at 0.25, plus the daily charge.
    const span = `begin_time=${from}&end_time=${at('2026-03-11T00:00:00+01:00')}`;
    expect(await got(a.company, `sites/${id}/cost?${span}`)).toMatchObject({
      currency: 'EUR',
      slots: [
        { cost: '0.00', baseline: '0.00', unpriced_hours: 24 },
        { cost: '0.30', baseline: '4.10', savings: '3.80', self_consumption: 1, self_sufficiency: 1 },
      ],
      total: { savings: '3.80', standing: '0.30' },
    });
    await got(a.installer, `${path}/2026-03-10`, undefined, 'DELETE');
    expect(await request(a.installer, `${path}/2026-03-10`, undefined, 'DELETE')).toMatchObject({
      status: 404,
    });
    expect(await got(a.company, path)).toEqual([]);
  });

  test('costs by hourly prices, uploaded or fetched once a day; known prices stay when fetching fails', async () => {
    const path = `sites/${id}/prices`;
    let reply = { status: 200, text: '' };
    const requested: string[] = [];
    const source = createServer((request, response) => {
      requested.push(request.url ?? '');
      response.writeHead(reply.status).end(reply.text);
    });
    await new Promise<void>((done) => source.listen(0, '127.0.0.1', done));
    const { port } = source.address() as AddressInfo;
    const dynamic = (source_url: string | null) => ({
      kind: 'dynamic',
      currency: 'EUR',
      surcharge: '0.10',
      source_url,
      feed_in_price: '0',
      standing_charge: '0',
    });
    const tariff = `sites/${id}/tariffs/2026-03-09`;
    try {
      for (const url of [`http://127.0.0.1:${port}/prices`, 'https://192.168.0.1/', 'file:///etc/passwd'])
        expect(await request(a.installer, tariff, dynamic(url), 'PUT')).toMatchObject({ status: 400 });
      f.services.config.priceHosts.add(`127.0.0.1:${port}`);
      await got(a.installer, tariff, dynamic(`http://127.0.0.1:${port}/prices?key=k`), 'PUT');
      const span = `begin_time=${from}&end_time=${at('2026-03-10T00:00:00+01:00')}`;
      const baseline = async () =>
        (
          await got<{ total: { baseline: string; unpriced_hours: number } }>(
            a.company,
            `sites/${id}/cost?${span}`,
          )
        ).total;
      expect(await baseline()).toMatchObject({ baseline: '0.00', unpriced_hours: 24 });

      // In local time of the site: 0.40 kWh in each hour of 9 March, 12 hours at 0.20 and 12 at −0.05.
      const hour = (h: number) => String(h).padStart(2, '0');
      const lines = Array.from(
        { length: 24 },
        (_, h) => `2026-03-09 ${hour(h)}:00,${h < 12 ? '0.20' : '-0.05'}`,
      );
      const wrong = { text: [...lines, '2026-03-29 02:00,1'].join('\n') };
      expect(await request(a.installer, path, wrong, 'PUT')).toMatchObject({ status: 400 });
      expect(await request(a.rival, path, { text: lines.join('\n') }, 'PUT')).toMatchObject({ status: 404 });
      reply = { status: 200, text: ['time,price', ...lines].join('\n') };
      expect(await sites.fetchPrices()).toBe(1);
      expect(await sites.fetchPrices()).toBe(0);
      expect(requested).toEqual(['/prices?key=k']);
      expect(await got<SitePrices>(a.installer, path)).toMatchObject({
        hours: 24,
        quarters: 0,
        from,
        until: at('2026-03-10T00:00:00+01:00'),
        feed: { error: null, ok_at: clock.now, next_at: clock.now + 24 * HOUR },
      });
      // 4.8 kWh × (0.20 + 0.10) + 4.8 kWh × (−0.05 + 0.10).
      expect(await baseline()).toEqual(expect.objectContaining({ baseline: '1.68', unpriced_hours: 0 }));

      // A failed attempt returns its reason, and the prices stay.
      clock.now += 24 * HOUR;
      for (const [answer, error] of [
        [
          { status: 500, text: 'no' },
          { code: 'status', status: 500 },
        ],
        [
          { status: 200, text: '<html>' },
          { code: 'format', key: 'form' },
        ],
        [{ status: 200, text: 'x'.repeat(300_000) }, { code: 'broken' }],
      ] as const) {
        reply = answer;
        expect((await got<SitePrices>(a.installer, `${path}/fetch`, {})).feed).toMatchObject({ error });
        expect(await request(a.installer, `${path}/fetch`, {})).toMatchObject({ status: 409 });
        clock.now += 60_000;
      }
      expect(await baseline()).toMatchObject({ baseline: '1.68' });

      // An upload replaces single hours.
      await got(a.installer, path, { text: '2026-03-09 00:00,0.70' }, 'PUT');
      expect(await baseline()).toMatchObject({ baseline: '1.88' });

      // A quarter-hour of 0.10 kWh leaves the others of its hour; the next price of the hour replaces all four.
      const quarter = await got<SitePrices>(a.installer, path, { text: '2026-03-09 00:15,1.70' }, 'PUT');
      expect(quarter).toMatchObject({ hours: 24, quarters: 4 });
      expect(await baseline()).toMatchObject({ baseline: '1.98', unpriced_hours: 0 });
      const whole = await got<SitePrices>(a.installer, path, { text: '2026-03-09 00:00,0.70' }, 'PUT');
      expect(whole).toMatchObject({ hours: 24, quarters: 0 });
      expect(await baseline()).toMatchObject({ baseline: '1.88' });
      expect(
        await request(a.installer, path, { text: 'time,price\n2026-03-09 00:10,1' }, 'PUT'),
      ).toMatchObject({
        status: 400,
        data: [
          {
            path: 'text.2',
            key: 'tariff.file.quarter',
            message: 'Line 2: A price begins at a full hour or quarter-hour of the site, such as 02:15',
          },
        ],
      });
      await got(a.installer, tariff, undefined, 'DELETE');
      expect(await got<SitePrices>(a.installer, path)).toMatchObject({ hours: 24, feed: null });
      expect(await request(a.installer, `${path}/fetch`, {})).toMatchObject({ status: 409 });
      expect(await request(a.rival, `${path}/fetch`, {})).toMatchObject({ status: 404 });
    } finally {
      clock.now = at('2026-03-20T12:07:00Z');
      source.close();
    }
  });

  test('has a monthly report as a PDF with the figures of the site', async () => {
    const report = (by: AccountRow, query: string) => f.download(by, url(`sites/${id}/report?${query}`));
    const flat = { kind: 'flat', currency: 'EUR', import_price: '0.25' };
    const tariff = { ...flat, feed_in_price: '0.08', standing_charge: '0.30' };
    await got(a.installer, `sites/${id}/tariffs/2026-03-01`, tariff, 'PUT');

    const { bytes, ...reply } = await report(a.installer, 'month=2026-03&language=en');
    expect(reply).toEqual({ status: 200, type: 'application/pdf' });
    const { info, text } = await textOf(bytes);
    expect(info).toMatchObject({ Title: 'Monthly report – Workshop · March 2026', Language: 'en' });
    // 9.6 + 15.2 + 19.2 kWh of solar, all of it used in the house.
    expect(text).toContain('Solar 44.0 kWh');
    expect(text).toContain('Consumption 44.0 kWh');
    // Twelve days since the first device have a charge of 0.30; without solar 44 × 0.25 more.
    expect(text).toContain('Standing charge 3.60 EUR');
    expect(text).toContain('Costs without battery and solar 14.60 EUR');
    expect(text).toContain('Savings 11.00 EUR');
    expect(text).toContain('Self-sufficiency 100.0 %');
    expect(text).toMatch(/Days without data 12–\d+/);

    const zh = await textOf((await report(a.company, 'month=2026-03&language=zh')).bytes);
    expect(zh.info).toMatchObject({ Title: '月度报告 – Workshop · 2026年3月', Language: 'zh-CN' });
    expect(zh.text).toContain('光伏发电 44.0 kWh');

    expect((await report(a.rival, 'month=2026-03')).status).toBe(404);
    expect((await report(a.company, 'month=2026-04')).status).toBe(400);
    expect((await report(a.company, 'month=2026-13')).status).toBe(400);
    const { rows } = await f.services.pool.query(
      `select details from audit where action = 'site.report' order by seq`,
    );
    expect(rows.map(({ details }) => details)).toEqual([
      { name: 'Workshop', month: '2026-03', language: 'en' },
      { name: 'Workshop', month: '2026-03', language: 'zh' },
    ]);
    await got(a.installer, `sites/${id}/tariffs/2026-03-01`, undefined, 'DELETE');
  });

  test('is in the report of all sites of an account, which adds them up and lists those that need attention', async () => {
    const report = (by: AccountRow, query: string) => f.download(by, url(`report?${query}`));
    const { bytes, ...reply } = await report(a.company, 'month=2026-03&language=en');
    expect(reply).toEqual({ status: 200, type: 'application/pdf' });
    const { info, text } = await textOf(bytes);
    expect(info).toMatchObject({ Title: 'Monthly report of all sites – company_a name · March 2026' });
    expect(text).toContain('Sites 2');
    expect(text).toContain('Solar 44.0 kWh');
    // The other site has never reported; the workshop is silent since the eleventh.
    expect(text).toMatch(/need attention .*ada_user name ada_user name \d+ \d+ 0\.0 % .*All sites/);
    expect(text).toMatch(/All sites .*Workshop installer_a name 44\.0 44\.0 0\.0 100\.0 % \d+\.\d %/);

    const zh = await textOf((await report(a.company, `month=2026-03&language=zh&account=${a.ada.id}`)).bytes);
    expect(zh.info).toMatchObject({ Title: '全部站点月度报告 – ada_user name · 2026年3月' });
    expect(zh.text).toContain('站点数 1');
    expect(zh.text).not.toContain('Workshop');
    const none = await textOf((await report(a.rival, 'month=2026-03')).bytes);
    expect(none.text).not.toContain('Workshop');

    expect((await report(a.rival, `month=2026-03&account=${a.company.id}`)).status).toBe(404);
    expect((await report(a.company, 'month=2026-04')).status).toBe(400);
    const { rows } = await f.services.pool.query(
      `select details from audit where action = 'fleet.report' order by seq limit 1`,
    );
    expect(rows[0].details).toEqual({ name: 'company_a name', month: '2026-03', language: 'en', sites: 2 });
  });

  test('price addresses are fetched concurrently, and a failed one is retried in an hour', async () => {
    const waiting: (() => void)[] = [];
    // The first answers only after the second was called.
    const source = createServer((request, response) => {
      waiting.push(() => response.writeHead(request.url === '/a' ? 500 : 200).end('time,price'));
      if (waiting.length === 2) for (const answer of waiting) answer();
    });
    await new Promise<void>((done) => source.listen(0, '127.0.0.1', done));
    const host = `127.0.0.1:${(source.address() as AddressInfo).port}`;
    f.services.config.priceHosts.add(host);
    try {
      const { id: other } = await siteOf(a.company, 'ada');
      const { pool } = f.services;
      for (const [site, path] of [
        [id, 'a'],
        [other, 'b'],
      ])
        await pool.query('insert into site_price_feeds (site_id, url, next_at) values ($1, $2, $3)', [
          site,
          `http://${host}/${path}`,
          new Date(clock.now),
        ]);
      expect(await sites.fetchPrices()).toBe(2);
      const { rows } = await pool.query<{ error: { code: string }; next_at: Date }>(
        'delete from site_price_feeds where site_id = any($1) returning error, next_at',
        [[id, other]],
      );
      expect(rows).toContainEqual({
        error: { code: 'status', status: 500 },
        next_at: new Date(clock.now + HOUR),
      });
      expect(rows.map(({ error }) => error?.code)).not.toContain('late');
    } finally {
      source.close();
    }
  });

  test('may not belong to two sites at once', async () => {
    const { id: other } = await siteOf(a.company, 'ada');
    const body = { devid: 'NEW-BAT', since: swap - HOUR };
    expect(await request(a.company, `sites/${other}/devices`, body)).toMatchObject({ status: 409 });
    const end = { until: at('2026-03-15T00:00:00Z') };
    expect(await request(a.company, `sites/${id}/devices/OLD-BAT/remove`, end)).toMatchObject({
      status: 404,
    });
    await got(a.company, `sites/${id}/devices/NEW-BAT/remove`, end);
    await got(a.company, `sites/${other}/devices`, { devid: 'NEW-BAT', since: end.until });
    expect(await request(a.company, `sites/${id}/devices/NEW-BAT/remove`, {})).toMatchObject({ status: 404 });
  });
});

describe('transfers', () => {
  const history = (by: AccountRow, devid: string) =>
    f.call(
      by,
      `/v1/data-mgmt/tenants/${f.main.tenantId}/info-model/HE_BAT/things/batch/data?thirdThingsIds=${devid}&topN=1`,
    ) as Promise<{ status: number; data: { time: number }[] }>;
  const days = (by: AccountRow, devid: string, from: number) =>
    f.call(
      by,
      `/v1/data-mgmt/tenants/${f.main.tenantId}/info-model/HE_BAT/things/${devid}/_aggregations?data_points=E_E_PV&begin_time=${from}&end_time=${clock.now}`,
    ) as Promise<{ status: number; data: { key: number; E_E_PV: { value: number } }[] }>;

  test('a site moves to another branch when owner and receiver consent, without its history unless requested', async () => {
    const from = at('2026-03-18T00:00:00Z');
    const end = Math.ceil((clock.now - QUARTER - from) / QUARTER) * 100;
    await count('HOME-1', from, clock.now - QUARTER, 0, 100);
    const { id } = await siteOf(a.ada, 'ada');
    await got(a.installer, `sites/${id}/notes`, { text: 'Of before' });
    clock.now += 60_000;
    const body = { site: id, receiver: 'ben_user' };
    expect(await request(a.rival, 'transfers', body)).toMatchObject({ status: 404 });
    expect(await request(a.company, 'transfers', { ...body, receiver: 'nobody' })).toMatchObject({
      status: 400,
    });
    const requested = await got<SiteTransfer>(a.company, 'transfers', body);
    expect(requested).toMatchObject({ state: 'pending', side: 'giver', may: ['cancel'] });
    expect(await request(a.company, 'transfers', body)).toMatchObject({ status: 409 });
    // The company represents neither side.
    expect(await request(a.company, `transfers/${requested.id}/accept`, {})).toMatchObject({ status: 403 });
    expect(await got<SiteTransfer>(a.builder, `transfers/${requested.id}/accept`, {})).toMatchObject({
      state: 'pending',
      side: 'receiver',
      giver_consent_at: null,
      may: ['decline'],
    });
    expect(await request(a.builder, `sites/${id}`)).toMatchObject({ status: 404 });
    expect(await got<SiteTransfer>(a.ada, `transfers/${requested.id}/accept`, {})).toMatchObject({
      state: 'done',
    });
    expect(await request(a.ada, `transfers/${requested.id}/accept`, {})).toMatchObject({ status: 409 });

    // The site is gone for the giver's branch; the receiver's branch has it with its devices.
    expect(await request(a.company, `sites/${id}`)).toMatchObject({ status: 404 });
    expect(await history(a.ada, 'HOME-1')).toMatchObject({ status: 404 });
    const taken = await got<SiteDetail>(a.ben, `sites/${id}`);
    expect(taken).toMatchObject({ visible_from: clock.now, owner: { user_name: 'ben_user' } });
    expect(taken.members.map((m) => m.devid).sort()).toEqual(['HOME-1', 'HOME-2', 'NEW-BAT']);
    // The giver keeps the transfer in its list, without the name that the receiver may give the site.
    const past = async (by: AccountRow) => (await got<Page<SiteTransfer>>(by, 'transfers')).list[0];
    expect(await past(a.company)).toMatchObject({ state: 'done', site: { id, name: '' } });
    expect(await past(a.ben)).toMatchObject({ state: 'done', site: { id, name: taken.name } });

    // The earlier history is visible to accounts above both, not to the receiver's branch.
    const taken_ms = clock.now;
    clock.now += 3 * HOUR;
    const start = Math.ceil(taken_ms / QUARTER) * QUARTER;
    await count('HOME-1', start, start + HOUR, end, 500);
    const energy = (by: AccountRow) =>
      got<{ pv_kwh: number }[]>(by, `sites/${id}/energy?begin_time=${from}&end_time=${clock.now}`);
    const sum = (slots: { pv_kwh: number }[]) => slots.reduce((all, slot) => all + slot.pv_kwh, 0);
    expect(sum(await energy(a.ben))).toBeCloseTo(2, 6);
    expect(sum(await energy(f.factory))).toBeGreaterThan(20);
    for (const [viewer, first] of [
      [a.ben, start],
      [a.rival, start],
      [f.factory, from],
      [f.main, from],
    ] as const) {
      const rows = await history(viewer, 'HOME-1');
      expect(rows).toMatchObject({ status: 200 });
      expect(rows.data[0]?.time).toBe(first);
    }
    const seen = await days(a.ben, 'HOME-1', from);
    expect(seen.data.map((slot) => slot.E_E_PV.value)).toEqual([2000]);
    expect((await days(f.factory, 'HOME-1', from)).data.length).toBeGreaterThan(2);
    const year = async (by: AccountRow) => {
      const path = `/v1/data-mgmt/tenants/${f.main.tenantId}/things/HOME-1/energy-hours?year=2026&energy=pv`;
      const { data } = (await f.call(by, path)) as { data: EnergyHours };
      return data.days.flatMap(({ kwh }) => kwh).reduce<number>((all, kwh) => all + (kwh ?? 0), 0);
    };
    expect(await year(a.ben)).toBeCloseTo(2, 6);
    expect(await year(f.factory)).toBeGreaterThan(20);
    expect(await got<Page<SiteNote>>(a.ben, `sites/${id}/notes`)).toMatchObject({ total: 0 });
    expect(await got<Page<SiteNote>>(f.factory, `sites/${id}/notes`)).toMatchObject({ total: 1 });
  });

  test('a device leaves its site, and its history moves with it if requested', async () => {
    const { id } = await siteOf(a.ben, 'ada');
    const body = { devid: 'HOME-2', receiver: 'ada_user', share_history: true };
    const requested = await got<SiteTransfer>(a.ben, 'transfers', body);
    expect(requested.giver_consent_at).toBe(clock.now);
    await count('HOME-2', clock.now - 2 * HOUR, clock.now - HOUR, 0, 100);
    expect(await got<SiteTransfer>(a.installer, `transfers/${requested.id}/accept`, {})).toMatchObject({
      state: 'done',
    });
    expect((await got<SiteDetail>(a.ben, `sites/${id}`)).devices).toBe(2);
    expect((await siteOf(a.ada, 'ada')).devices).toBe(1);
    expect((await history(a.installer, 'HOME-2')).data[0]?.time).toBe(clock.now - 2 * HOUR);
    expect(await history(a.ben, 'HOME-2')).toMatchObject({ status: 404 });
  });

  test('can be declined, cancelled or expire, each with an audit row', async () => {
    const { id } = await siteOf(a.ada, 'ada');
    const open = () => {
      clock.now += 60_000;
      return got<SiteTransfer>(a.ada, 'transfers', { site: id, receiver: 'installer_b' });
    };
    const first = await open();
    expect(await got(a.builder, `transfers/${first.id}/decline`, {})).toMatchObject({ state: 'declined' });
    const second = await open();
    expect(await request(a.rival, `transfers/${second.id}/cancel`, {})).toMatchObject({ status: 403 });
    expect(await got(a.installer, `transfers/${second.id}/cancel`, {})).toMatchObject({ state: 'cancelled' });
    const third = await open();
    clock.now += 15 * 24 * HOUR;
    expect(await request(a.builder, `transfers/${third.id}/accept`, {})).toMatchObject({ status: 409 });
    expect(await sites.expire()).toBe(1);
    const { list } = await got<Page<SiteTransfer>>(a.builder, 'transfers');
    expect(list.map((x) => x.state)).toEqual(['expired', 'cancelled', 'declined', 'done', 'done']);
    const { rows } = await f.services.pool.query<{ action: string }>(
      `select action from audit where object_type = 'siteTransfer' and object_id = any($1) order by seq`,
      [[first.id, second.id, third.id]],
    );
    expect(rows.map((r) => r.action)).toEqual([
      'site.requestTransfer',
      'site.declineTransfer',
      'site.requestTransfer',
      'site.cancelTransfer',
      'site.requestTransfer',
      'site.expireTransfer',
    ]);
  });
});
