import type { AddressInfo } from 'node:net';
import type { EnergyForecast, EnergyHours, EnergyTotals, PeriodEnergy, SiteTariff } from '@voltloop/contract';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../../app.ts';
import type { Caller } from '../../../platform/ctx.ts';
import { type Fixture, telemetryFixture } from '../../../testing/telemetry.ts';
import { type AccountRow, actingAs } from '../../people/accounts/index.ts';
import { createMail } from '../../people/mail/index.ts';
import { createReports } from '../../service/reports/index.ts';
import type { Telemetry } from '../telemetry/index.ts';
import type { Things } from '../things/index.ts';
import { createSites } from './index.ts';

/**
 * After a transfer without history, each side reads only its own period, immediately, on every node, whatever was
 * cached. Each reading contains its kWh; the former owner measured 0.2 kWh in each half hour, the new one far less.
 */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const at = (text: string) => Date.parse(text);
const begin = at('2026-02-18T00:00:00Z');
/** Within a quarter-hour, after two minutes without readings. */
const taken = at('2026-03-20T12:07:00Z');
const clock = { now: taken };
const a = {} as Record<'installer' | 'ada' | 'builder' | 'ben', AccountRow>;
let f: Fixture;
let seq = 0;
/** Two nodes of one instance. */
const nodes: string[] = [];
const closing: (() => Promise<unknown>)[] = [];

type Reply = { status: number; data: unknown; bytes: Buffer };
async function request(
  node: string,
  by: AccountRow,
  path: string,
  body?: unknown,
  method?: string,
): Promise<Reply> {
  const response = await fetch(node + path, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      'x-test-account': by.id,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const json = response.headers.get('content-type')?.includes('json');
  return {
    status: response.status,
    bytes,
    data: json ? (JSON.parse(bytes.toString()) as { data: unknown }).data : null,
  };
}

/** Readings of a counter in Wh, in frames of one each. */
async function send(devid: string, readings: readonly (readonly [number, number])[]): Promise<void> {
  const frames = readings.map(([ts, wh]) => ({
    ts,
    seq: seq++,
    boot: 1,
    data: { E_E_PV: wh, E_E_LOAD: wh, E_PV_P: wh === 0 ? 0 : 400 },
  }));
  for (let i = 0; i < frames.length; i += 400) await f.send(devid, frames.slice(i, i + 400));
}

beforeAll(async () => {
  const modules = (services: Fixture['services'], telemetry: Telemetry, things: Things) => {
    const sites = createSites(services, telemetry, things);
    return [sites, createReports(services, sites, createMail(services))];
  };
  let registry: Things | undefined;
  f = await telemetryFixture({
    now: () => new Date(clock.now),
    more: (services, telemetry, things) => {
      registry = things;
      return modules(services, telemetry, things);
    },
  });
  a.installer = await f.account('installer', f.factory, 'installer_a');
  a.ada = await f.account('enduser', a.installer, 'ada_user');
  a.builder = await f.account('installer', f.factory, 'installer_b');
  a.ben = await f.account('enduser', a.builder, 'ben_user');
  const people = new Map([f.main, f.factory, ...Object.values(a)].map((row) => [row.id, actingAs(row)]));
  const second = await f.restart();
  const { app } = await createApp(
    f.services,
    {
      authenticate: async (request) => people.get(String(request.headers['x-test-account'])) as Caller,
      rateKey: ({ ip }) => ip,
    },
    [second, ...modules(f.services, second, registry as Things)],
  );
  await app.listen({ host: '127.0.0.1', port: 0 });
  closing.push(() => app.close());
  for (const { server } of [f.app, app])
    nodes.push(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);

  clock.now = begin;
  for (const devid of ['SITE-BAT', 'SOLO-BAT', 'QUIET-BAT']) await f.thing(devid, 'UTC');
  await f.bind(['SITE-BAT'], a.ada);
  await f.bind(['SOLO-BAT'], a.ada);
  await f.bind(['QUIET-BAT'], a.installer);
  clock.now = taken;
  const steps = Math.floor((taken - begin) / (30 * MINUTE)) + 1;
  const past = Array.from(
    { length: steps },
    (_, i) => [begin + i * 30 * MINUTE, 1_000_000 + i * 200] as const,
  );
  await send('SITE-BAT', past);
  await send('SOLO-BAT', past);
  // Silent for two hours before the transfer.
  await send('QUIET-BAT', past.slice(0, -5));
}, 90_000);
afterAll(async () => {
  for (const close of closing) await close();
  await f.stop();
});

const tenant = () => f.main.tenantId;
const kwh = (totals: Partial<EnergyTotals> | null | undefined) => totals?.pv_kwh ?? 0;
const sum = (all: readonly (number | null | undefined)[]) =>
  all.reduce<number>((total, each) => total + (each ?? 0), 0);

type Reading = readonly [
  name: string,
  read: (node: string, by: AccountRow) => Promise<{ status: number; kwh: number }>,
];
const reading = (
  name: string,
  path: () => string,
  figure: (data: never) => number | Promise<number>,
  body?: () => unknown,
): Reading => [
  name,
  async (node, by) => {
    const { status, data, bytes } = await request(node, by, path(), body?.());
    // Each figure declares the data that its call returns.
    return { status, kwh: status === 200 ? await figure((data ?? bytes) as never) : 0 };
  },
];
const totals = (period: PeriodEnergy) =>
  kwh(period.total) +
  sum([period.previous, period.year_ago].map((each) => kwh(each?.former))) +
  sum(period.slots.flatMap((slot) => [slot.previous, slot.year_ago].map(kwh)));
const span = () => `begin_time=${begin}&end_time=${clock.now + 1}`;
/** First to last value of a column of a file. */
const rising = (bytes: Buffer) => {
  const values = bytes
    .toString()
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => Number(line.trim().split(',').at(-1)))
    .filter((value) => value > 0);
  return values.length < 2 ? 0 : (Math.max(...values) - Math.min(...values)) / 1000;
};

/** Every query for the past of a device. */
const ofDevice = (devid: string): Reading[] => {
  const mgmt = () => `/v1/data-mgmt/tenants/${tenant()}`;
  const model = () => `${mgmt()}/info-model/HE_BAT/things`;
  const values = (rows: { fields: Record<string, number> }[]) => rows.map((row) => row.fields.E_E_PV ?? 0);
  const range = (all: number[]) => (all.length === 0 ? 0 : (Math.max(...all) - Math.min(...all)) / 1000);
  const chart = (agg_interval: string, agg_type: string) =>
    reading(
      `chart ${agg_interval} ${agg_type}`,
      () => `${model()}/${devid}/history-aggregation`,
      (rows: { E_E_PV: Record<string, number> }[]) => range(rows.flatMap((row) => Object.values(row.E_E_PV))),
      () => ({
        data_points: ['E_E_PV'],
        agg_interval,
        agg_type,
        begin_time: clock.now - 5 * DAY,
        end_time: clock.now + 1,
      }),
    );
  const slots = (interval: string, query = '') =>
    reading(
      `slots ${interval} ${query}`,
      () =>
        `${model()}/${devid}/_aggregations?data_points=E_E_PV&agg_interval=${interval}${query}&begin_time=${interval === '5m' ? clock.now - 10 * DAY : begin}&end_time=${clock.now + 1}`,
      (rows: { E_E_PV: { value?: number; max?: number; min?: number } }[]) =>
        sum(rows.map(({ E_E_PV: { value, max = 0, min = 0 } }) => (value ?? max - min) / 1000)),
    );
  const file = (query: string) =>
    reading(
      `file ${query}`,
      () => `${mgmt()}/things/${devid}/export?data_points=E_E_PV&${span()}&${query}`,
      rising,
    );
  return [
    reading(
      'rows',
      () => `${model()}/batch/data?thirdThingsIds=${devid}&topN=5000&order=asc&data_points=E_E_PV`,
      (rows: { fields: Record<string, number> }[]) => range(values(rows)),
    ),
    reading(
      'newest values',
      () => '/v1/devices/batch/lastdata',
      (all: { fields: Record<string, { time: number }> }[]) =>
        sum(all.flatMap(({ fields }) => Object.values(fields).map(({ time }) => (time < taken ? 100 : 0)))),
      () => [{ devid }],
    ),
    ...['1m', '5m', '15m', '1h', '1d'].map((interval) => chart(interval, interval === '1m' ? 'avg' : 'max')),
    ...['5m', '15m', '1h', '1d', '1M', '1y'].map((interval) => slots(interval)),
    slots('1d', '&agg_type=max,min'),
    file('agg_interval=raw'),
    file('agg_interval=15m&agg_type=max'),
    file('agg_interval=1d&agg_type=max'),
    reading(
      'comparison file',
      () => `${mgmt()}/info-model/HE_BAT/comparison-export`,
      rising,
      () => ({
        things: [devid],
        data_points: ['E_E_PV'],
        begin_time: begin,
        end_time: clock.now + 1,
        agg_interval: 'raw',
      }),
    ),
    ...['day', 'month', 'year'].map((period) =>
      reading(`period ${period}`, () => `${mgmt()}/energy-period?period=${period}&devids=${devid}`, totals),
    ),
    reading(
      'year by hours',
      () => `${mgmt()}/things/${devid}/energy-hours?year=2026&energy=pv`,
      ({ days }: EnergyHours) => sum(days.flatMap((day) => day.kwh)),
    ),
    reading('forecast', () => `${mgmt()}/things/${devid}/forecast`, forecastOf),
  ];
};
/** A forecast from the former owner's days has totals; today's measurements are included, too. */
const forecastOf = ({ total, hours }: EnergyForecast) =>
  (total.pv ? 100 : 0) + sum(hours.map((hour) => hour.pv_kwh));

/** Everything visible to a person. */
const ofAll = (): Reading[] => [
  reading(
    'energy of all',
    () => `/v1/data-mgmt/tenants/${tenant()}/energy`,
    (all: { month: EnergyTotals; days: EnergyTotals[] }) => Math.max(kwh(all.month), sum(all.days.map(kwh))),
  ),
  ...['day', 'month', 'year'].map((period) =>
    reading(
      `period ${period} of all`,
      () => `/v1/data-mgmt/tenants/${tenant()}/energy-period?period=${period}`,
      totals,
    ),
  ),
];

let siteId = '';
const ofSite = (): Reading[] => {
  const site = () => `/v1/sites/tenants/${tenant()}/sites/${siteId}`;
  const pdf = async (bytes: Buffer, label: RegExp) => {
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
    return Number(label.exec(text.replace(/\s+/g, ' '))?.[1]?.replace(',', '') ?? 0);
  };
  return [
    ...['15m', '1h', '1d', '1M', '1y'].map((interval) =>
      reading(
        `site ${interval}`,
        () => `${site()}/energy?agg_interval=${interval}&${span()}`,
        (all: EnergyTotals[]) => sum(all.map(kwh)),
      ),
    ),
    ...['day', 'month', 'year'].map((period) =>
      reading(`site period ${period}`, () => `${site()}/energy-period?period=${period}`, totals),
    ),
    reading(
      'site year by hours',
      () => `${site()}/energy-hours?year=2026&energy=pv`,
      ({ days }: EnergyHours) => sum(days.flatMap((day) => day.kwh)),
    ),
    reading('site forecast', () => `${site()}/forecast`, forecastOf),
    reading(
      'site powers',
      () => `${site()}/series?begin_time=${clock.now - 5 * DAY}&end_time=${clock.now + 1}`,
      (all: { key: number; pv_power_w?: number }[]) =>
        sum(all.map(({ key, pv_power_w }) => (key < taken - 15 * MINUTE ? (pv_power_w ?? 0) : 0))),
    ),
    reading(
      'site costs',
      () => `${site()}/cost?agg_interval=1M&${span()}`,
      (all: { total: { baseline: string; standing: string } }) => Number(all.total.baseline),
    ),
    reading(
      'site report',
      () => `${site()}/report?month=2026-03&language=en`,
      (bytes: Buffer) => pdf(bytes, /Solar ([\d.,]+) kWh/),
    ),
    reading(
      'report of all sites',
      () => `/v1/sites/tenants/${tenant()}/report?month=2026-03&language=en`,
      (bytes: Buffer) => pdf(bytes, /Solar ([\d.,]+) kWh/),
    ),
  ];
};

/** The result of each reading for a person on each node. */
async function everything(readings: readonly Reading[], by: AccountRow) {
  const all: Record<string, { status: number; kwh: number }[]> = {};
  for (const [name, read] of readings) {
    all[name] = [];
    // Reports are expensive PDFs of figures read above: only from the node that does not handle the transfer.
    for (const node of name.includes('report') ? nodes.slice(1) : nodes) all[name].push(await read(node, by));
  }
  return all;
}
async function expectAll(
  readings: readonly Reading[],
  by: AccountRow,
  right: (answer: { status: number; kwh: number }) => boolean,
) {
  const all = await everything(readings, by);
  const wrong = Object.entries(all).filter(([, answers]) => !answers.every(right));
  expect(wrong.map(([name, answers]) => `${name}: ${JSON.stringify(answers)}`)).toEqual([]);
}
async function give(of: { site: string } | { devid: string }): Promise<void> {
  const [node = ''] = nodes;
  const path = `/v1/sites/tenants/${tenant()}/transfers`;
  const by = 'devid' in of && of.devid === 'QUIET-BAT' ? a.installer : a.ada;
  const requested = await request(node, by, path, { ...of, receiver: 'ben_user' });
  const { id } = requested.data as { id: string };
  expect(await request(node, a.ben, `${path}/${id}/accept`, {})).toMatchObject({
    status: 200,
    data: { state: 'done' },
  });
}
const plenty = ({ status, kwh }: { status: number; kwh: number }) => status === 200 && kwh > 1;
const nothing = ({ status, kwh }: { status: number; kwh: number }) => status === 200 && kwh === 0;
const gone = ({ status }: { status: number }) => status === 404;

describe('a device that is transferred without its history', () => {
  test('is read by its owner, and its history stays in the site', async () => {
    await expectAll(
      ofDevice('SOLO-BAT').filter(([name]) => name !== 'newest values'),
      a.ada,
      plenty,
    );
    await expectAll(ofAll(), a.ada, plenty);
    await expectAll(ofAll(), a.ben, nothing);
    await give({ devid: 'SOLO-BAT' });
  }, 60_000);

  test('immediately disappears for the giver, and has no history for the receiver', async () => {
    await expectAll(ofDevice('SOLO-BAT'), a.ada, gone);
    await expectAll(ofDevice('SOLO-BAT'), a.ben, nothing);
    await expectAll(ofDevice('SOLO-BAT'), a.builder, nothing);
    await expectAll(ofAll(), a.ben, nothing);
    await expectAll(
      ofDevice('SOLO-BAT').filter(([name]) => name !== 'newest values'),
      f.factory,
      plenty,
    );
  }, 60_000);

  test('is read by the receiver from the takeover on, and not by the giver', async () => {
    const last = 1_000_000 + 200 * Math.floor((taken - begin) / (30 * MINUTE));
    clock.now = taken + 2 * HOUR;
    const before = await everything(ofAll(), a.ada);
    const from = taken + MINUTE;
    await send(
      'SOLO-BAT',
      Array.from({ length: 60 }, (_, i) => [from + i * MINUTE, last + 70 + i]),
    );
    clock.now += MINUTE;
    // Minutes of 1 Wh each; neither account may see the 70 Wh before the first reading.
    await expectAll(
      ofDevice('SOLO-BAT').filter(
        ([name]) =>
          !['newest values', 'chart 1h max', 'chart 1d max', 'file agg_interval=1d&agg_type=max'].includes(
            name,
          ),
      ),
      a.ben,
      ({ status, kwh }) => status === 200 && kwh > 0.03 && kwh < 0.07,
    );
    await expectAll(ofAll(), a.ben, ({ kwh }) => kwh > 0.03 && kwh < 0.07);
    await expectAll(ofDevice('SOLO-BAT'), a.ada, gone);
    for (const [name, answers] of Object.entries(await everything(ofAll(), a.ada)))
      expect([name, answers.map((each) => each.kwh)]).toEqual([name, before[name]?.map((each) => each.kwh)]);
  }, 60_000);

  test('that was silent meanwhile reveals no earlier counter values to the receiver', async () => {
    await give({ devid: 'QUIET-BAT' });
    await send('QUIET-BAT', [
      [taken + 26 * HOUR, 3_000_000],
      [taken + 27 * HOUR, 3_000_040],
      [taken + 28 * HOUR, 3_000_050],
    ]);
    clock.now = taken + 29 * HOUR;
    await expectAll(
      ofDevice('QUIET-BAT').filter(([name]) => name !== 'newest values'),
      a.ben,
      ({ status, kwh }) => status === 200 && kwh < 0.06,
    );
  }, 60_000);

  test('whose first reading is doubtful reveals no earlier level of a counter to the receiver', async () => {
    const [node = ''] = nodes;
    const level = async (by: AccountRow) => {
      const path = `/v1/data-mgmt/tenants/${tenant()}/energy-counters?devids=DIP-BAT`;
      const { status, data } = await request(node, by, path);
      expect(status).toBe(200);
      return (data as EnergyTotals[])[0]?.pv_kwh;
    };
    clock.now = taken + 30 * HOUR;
    await f.thing('DIP-BAT', 'UTC');
    await f.bind(['DIP-BAT'], a.ada);
    const before = clock.now;
    await send('DIP-BAT', [
      [before - 20 * MINUTE, 5_000_000],
      [before - 10 * MINUTE, 5_000_100],
      [before - MINUTE, 5_000_200],
    ]);
    expect(await level(a.ada)).toBe(5000.2);
    await give({ devid: 'DIP-BAT' });
    expect(await level(a.ben)).toBe(null);
    clock.now = before + 50 * MINUTE;
    await send('DIP-BAT', [[before + 20 * MINUTE, 9_000_000]]);
    expect(await level(a.ben)).toBe(null);
    await send('DIP-BAT', [
      [before + 30 * MINUTE, 9_000_100],
      [before + 40 * MINUTE, 9_000_200],
    ]);
    expect(await level(a.ben)).toBe(9000.2);
  }, 60_000);
});

describe('a site that is transferred without its history', () => {
  const tariffs = () => `/v1/sites/tenants/${tenant()}/sites/${siteId}/tariffs`;

  beforeAll(async () => {
    const { data } = await request(nodes[0] as string, a.ada, `/v1/sites/tenants/${tenant()}/sites`);
    siteId = (data as { list: { id: string }[] }).list[0]?.id ?? '';
    const flat = {
      kind: 'flat',
      currency: 'EUR',
      import_price: '1',
      feed_in_price: '0',
      standing_charge: '0',
    };
    const dynamic = {
      kind: 'dynamic',
      currency: 'EUR',
      surcharge: '0.1',
      feed_in_price: '0',
      standing_charge: '0',
      source_url: 'https://prices.example.com/day?key=of-ada',
    };
    for (const [day, content] of [
      ['2026-02-01', flat],
      ['2026-03-01', { ...flat, import_price: '2' }],
      ['2026-03-22', dynamic],
    ] as const) {
      const reply = await request(nodes[0] as string, a.ada, `${tariffs()}/${day}`, content, 'PUT');
      expect(reply.status, String(reply.bytes)).toBe(200);
    }
    clock.now = taken + 30 * HOUR;
    await send('SITE-BAT', [
      [clock.now - HOUR, 2_000_000],
      [clock.now - MINUTE, 2_000_400],
    ]);
  });

  test('immediately has no history for the receiver, and disappears for the giver', async () => {
    await expectAll(
      ofSite().filter(([name]) => name !== 'site powers'),
      a.ada,
      plenty,
    );
    await expectAll(
      ofDevice('SITE-BAT').filter(([name]) => name !== 'newest values'),
      a.ada,
      plenty,
    );
    const mine = await everything(ofAll(), a.ben);
    await give({ site: siteId });
    await expectAll(
      ofSite().filter(([name]) => name !== 'report of all sites'),
      a.ada,
      gone,
    );
    await expectAll(ofDevice('SITE-BAT'), a.ada, gone);
    // The report of all sites includes what he measured since with the devices above.
    await expectAll(ofSite(), a.ben, ({ status, kwh }) => status === 200 && kwh < 1);
    await expectAll(ofDevice('SITE-BAT'), a.ben, ({ status, kwh }) => status === 200 && kwh % 100 === 0);
    for (const [name, answers] of Object.entries(await everything(ofAll(), a.ben)))
      expect([name, answers.map((each) => each.kwh)]).toEqual([name, mine[name]?.map((each) => each.kwh)]);
    await expectAll(
      ofSite().filter(([name]) => name !== 'site powers'),
      f.factory,
      plenty,
    );
  }, 60_000);

  test('shows the receiver the tariffs from the takeover on, without the address of the prices', async () => {
    const [node = ''] = nodes;
    const list = async (by: AccountRow) => (await request(node, by, tariffs())).data as SiteTariff[];
    expect((await list(a.ben)).map((each) => each.from)).toEqual(['2026-03-22', '2026-03-01']);
    expect((await list(f.factory)).map((each) => each.from)).toEqual([
      '2026-03-22',
      '2026-03-01',
      '2026-02-01',
    ]);
    expect(JSON.stringify(await list(f.factory))).not.toContain('of-ada');
    expect((await request(node, a.ben, `${tariffs()}/2026-02-01`, undefined, 'DELETE')).status).toBe(404);
    expect((await request(node, a.ben, tariffs().replace('tariffs', 'prices'))).data).toMatchObject({
      feed: null,
    });
  });

  test('has no history through a device that an account above added to it from an earlier day', async () => {
    const [node = ''] = nodes;
    const path = `/v1/sites/tenants/${tenant()}/sites`;
    const made = await request(node, a.builder, path, { name: 'Shed', owner: 'ben_user', time_zone: 'UTC' });
    siteId = (made.data as { id: string }).id;
    await f.services.pool.query(
      `delete from site_devices where thing_id = (select id from things where devid = 'QUIET-BAT')`,
    );
    const added = await request(node, f.main, `${path}/${siteId}/devices`, {
      devid: 'QUIET-BAT',
      since: begin,
    });
    expect(added.status, String(added.bytes)).toBe(200);
    const readings = ofSite().filter(([name]) => !/powers|costs|report|forecast/.test(name));
    await expectAll(readings, f.main, plenty);
    await expectAll(readings, a.ben, ({ status, kwh }) => status === 200 && kwh < 0.06);
  }, 60_000);
});

test('shows unreadable frames from the takeover on', async () => {
  // ClickHouse deletes them after ninety days, by its own clock.
  const now = Date.now();
  for (const ago of [2 * HOUR, 0]) {
    clock.now = now - ago;
    await f.send('SOLO-BAT', { payload: ago === 0 ? 'of ben' : 'of ada' });
  }
  await f.services.pool.query(
    `update history_walls set before = $1 where thing_id = (select id from things where devid = 'SOLO-BAT')`,
    [new Date(now - HOUR)],
  );
  const [node = ''] = nodes;
  const rejects = async (by: AccountRow, query: string) =>
    (await request(node, by, `/v1/data-mgmt/tenants/${tenant()}/rejects?page_size=10${query}`)).data as {
      total: number;
      list: { payload: string }[];
    };
  expect((await rejects(f.main, '')).total).toBe(2);
  expect((await rejects(f.factory, '&devid=SOLO-BAT')).total).toBe(2);
  for (const query of ['', '&devid=SOLO-BAT']) {
    const { total, list } = await rejects(a.builder, query);
    expect(total).toBe(1);
    expect(list.map(({ payload }) => payload)).toEqual(['{"payload":"of ben"}']);
  }
});
