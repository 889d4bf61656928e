import { coreDictionary } from '@voltloop/protocol/dictionary.ts';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Fixture, telemetryFixture } from '../../../testing/telemetry.ts';

const MINUTE = 60_000;
const YEAR = 525_600;
const begin = Date.parse('2025-01-01T00:00:00Z');
const end = begin + YEAR * MINUTE;
let f: Fixture;
/** Rows of each ClickHouse answer to an export. */
const answers: number[] = [];

const url = (devid: string, query: string) =>
  `/v1/data-mgmt/tenants/${f.main.tenantId}/things/${devid}/export?begin_time=${begin}&end_time=${end}&${query}`;

/** A year of minutes, written by ClickHouse: SOC counts 0 to 99, power is the minute of the year. */
async function fillYear(devid: string): Promise<void> {
  const { key } = await f.thing(devid);
  const id = (name: string) => coreDictionary.byKey.get(name)?.id ?? expect.fail(name);
  const time = `fromUnixTimestamp64Milli(toInt64(${begin} + number * ${MINUTE}), 'UTC')`;
  const run = (query: string) => f.services.clickhouse.client.command({ query });
  await run(`insert into points select ${key}, ${id('M_SOC')}, 0, ${time}, (number % 100) * 1000
    from numbers(${YEAR}) settings max_partitions_per_insert_block = 20`);
  await run(`insert into points select ${key}, ${id('M_POWER')}, 0, ${time}, number * 1000
    from numbers(${YEAR}) settings max_partitions_per_insert_block = 20`);
  await run(`insert into frames select ${key}, ${time}, 1, number, 0, 2, ${time}
    from numbers(${YEAR}) settings max_partitions_per_insert_block = 20`);
}

beforeAll(async () => {
  f = await telemetryFixture({
    now: () => new Date(end),
    around: (clickhouse) => ({
      ...clickhouse,
      async query(statement, params) {
        const rows = await clickhouse.query(statement, params);
        if (/^(rows by time|pieces)/.test(statement.name)) answers.push(rows.length);
        return rows;
      },
    }),
  });
  await fillYear('YEAR-1');
}, 120_000);
afterAll(() => f.stop());

describe('a year of minutes', () => {
  test('is a file of 525,600 rows in order, read a day at a time', async () => {
    answers.length = 0;
    const { status, bytes } = await f.download(f.main, url('YEAR-1', 'format=csv'));
    expect(status).toBe(200);
    const lines = bytes.toString('utf8').split('\r\n');
    expect(lines[0]?.slice(1)).toBe('Time,Device,State of charge (%),Battery power (W)');
    expect(lines.at(-1)).toBe('');
    const rows = lines.slice(1, -1);
    expect(rows).toHaveLength(YEAR);
    const wrong = rows.findIndex((line, i) => {
      const time = new Date(begin + i * MINUTE).toISOString().slice(0, 19);
      return line !== `${time}+00:00,YEAR-1,${i % 100},${i}`;
    });
    expect(rows[wrong]).toBeUndefined();
    // One answer at a time is in memory.
    expect(answers).toHaveLength(365);
    expect(Math.max(...answers)).toBe(1440);
  }, 120_000);

  test('by hours is a workbook that another program can read', async () => {
    const query = 'format=xlsx&agg_interval=1h&data_points=M_POWER';
    const { bytes } = await f.download(f.main, url('YEAR-1', query));
    const [sheet] = await readXlsx(bytes);
    const [heading, ...rows] = sheet?.data ?? [];
    expect(heading).toEqual(['Time (UTC)', 'Time (UTC) (UTC±)', 'Device', 'Battery power (W)']);
    expect(rows).toHaveLength(8760);
    // The minutes 0 to 59 have the average 29.5, the next hour is 60 more.
    expect(rows[0]).toEqual([new Date('2025-01-01T00:00:00Z'), '+00:00', 'YEAR-1', 29.5]);
    expect(rows[8759]).toEqual([new Date('2025-12-31T23:00:00Z'), '+00:00', 'YEAR-1', 29.5 + 8759 * 60]);
  }, 120_000);

  test('two run concurrently for an account; a client that disconnects frees its slot and its query stops', async () => {
    const port = (f.app.server.address() as { port: number }).port;
    const start = async () => {
      const leave = new AbortController();
      const response = await fetch(`http://127.0.0.1:${port}${url('YEAR-1', 'format=csv')}`, {
        headers: { 'x-test-account': f.main.id },
        signal: leave.signal,
      });
      return { leave, response, reader: response.body?.getReader() };
    };
    const [first, second] = await Promise.all([start(), start()]);
    expect([first.response.status, second.response.status]).toEqual([200, 200]);
    await first.reader?.read();
    const third = await start();
    expect(third.response.status).toBe(429);
    expect(third.response.headers.get('retry-after')).toBe('10');
    third.leave.abort();

    first.leave.abort();
    second.leave.abort();
    await vi.waitFor(async () => {
      const again = await start();
      const { status } = again.response;
      again.leave.abort();
      expect(status).toBe(200);
    }, 20_000);
    await vi.waitFor(async () => {
      const before = answers.length;
      await new Promise((done) => setTimeout(done, 300));
      expect(answers.length).toBe(before);
    }, 20_000);
  });
});

describe('a comparison as a file', () => {
  const path = () => `/v1/data-mgmt/tenants/${f.main.tenantId}/info-model/HE_BAT/comparison-export`;
  const at = (text: string) => Date.parse(`2025-03-${text}:00Z`);
  const send = async (account: Fixture['main'], body: object) => {
    const port = (f.app.server.address() as { port: number }).port;
    const response = await fetch(`http://127.0.0.1:${port}${path()}`, {
      method: 'POST',
      headers: { 'x-test-account': account.id, 'content-type': 'application/json' },
      body: JSON.stringify({ begin_time: at('01T00:00'), end_time: at('03T00:00'), ...body }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    return { status: response.status, bytes, name: response.headers.get('content-disposition') };
  };
  const csv = (bytes: Buffer) => bytes.toString('utf8').slice(1).split('\r\n');

  beforeAll(async () => {
    await f.thing('COMP-A', 'Asia/Shanghai');
    await f.thing('COMP-B', 'Europe/Berlin');
    const rows = (list: [string, Record<string, number>][]) =>
      list.map(([time, data], seq) => ({ ts: at(time), seq, boot: 1, data }));
    await f.send(
      'COMP-A',
      rows([
        ['01T10:00', { M_SOC: 10 }],
        ['01T10:01', { M_SOC: 20, M_POWER: 5 }],
        ['01T16:30', { M_SOC: 60 }],
      ]),
    );
    await f.send(
      'COMP-B',
      rows([
        ['01T10:01', { M_SOC: 70 }],
        ['01T23:30', { M_SOC: 80 }],
      ]),
    );
  });
  const body = { things: ['COMP-A', 'COMP-B'], data_points: ['M_SOC', 'M_POWER'] };

  test('has a row for each time and a column for each thing and point that has readings', async () => {
    const { status, bytes, name } = await send(f.main, body);
    expect([status, name]).toEqual([200, 'attachment; filename="comparison_2025-03-01_2025-03-03.csv"']);
    expect(csv(bytes)).toEqual([
      'Time,COMP-A · State of charge (%),COMP-A · Battery power (W),COMP-B · State of charge (%)',
      '2025-03-01T18:00:00+08:00,10,,',
      '2025-03-01T18:01:00+08:00,20,5,70',
      '2025-03-02T00:30:00+08:00,60,,',
      '2025-03-02T07:30:00+08:00,,,80',
      '',
    ]);
  });

  test('cuts days in each thing’s own zone', async () => {
    const { bytes } = await send(f.main, { ...body, data_points: ['M_SOC'], agg_interval: '1d' });
    // Shanghai's second day begins at 16:00 UTC, Berlin's at 23:00 UTC.
    expect(csv(bytes).slice(1, -1)).toEqual([
      '2025-03-01T00:00:00+08:00,15,',
      '2025-03-01T07:00:00+08:00,,70',
      '2025-03-02T00:00:00+08:00,60,',
      '2025-03-02T07:00:00+08:00,,80',
    ]);
  });

  test('is a workbook in Chinese on request', async () => {
    const { bytes } = await send(f.main, { ...body, format: 'xlsx', language: 'zh', agg_interval: '1d' });
    const [sheet] = await readXlsx(bytes);
    expect(sheet?.sheet).toBe('数据对比');
    expect(sheet?.data[0]?.[0]).toBe('时间 (Asia/Shanghai)');
    expect(sheet?.data).toHaveLength(5);
  });

  test('refuses a thing outside the subtree as not found, and nine things or unknown points as invalid', async () => {
    expect((await send(f.factory, body)).status).toBe(404);
    expect((await send(f.main, { ...body, things: ['COMP-A', 'NOBODY-1'] })).status).toBe(404);
    const nine = Array.from({ length: 9 }, (_, i) => `COMP-${i}`);
    expect((await send(f.main, { ...body, things: nine })).status).toBe(400);
    expect((await send(f.main, { ...body, data_points: ['M_NOTHING'] })).status).toBe(400);
    expect((await send(f.main, { ...body, end_time: at('01T00:00') })).status).toBe(400);
  });
});
