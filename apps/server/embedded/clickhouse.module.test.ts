import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import {
  type ClickHouseClient,
  ClickHouseError,
  ClickHouseLogLevel,
  type ClickHouseSettings,
  createClient,
} from '@clickhouse/client';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type TestWorld, testWorld } from '../testing/world.ts';

// The real client, unmodified, as with a ClickHouse server.
let world: TestWorld;
let client: ClickHouseClient;

beforeAll(async () => {
  world = await testWorld();
  client = createClient({ url: world.clickhouseUrl, log: { level: ClickHouseLogLevel.OFF } });
});
afterAll(async () => {
  await client.close();
  await world.stop();
});

async function rows<T>(query: string, query_params?: Record<string, unknown>): Promise<T[]> {
  return (await client.query({ query, query_params, format: 'JSONEachRow' })).json<T>();
}

async function errorOf(work: Promise<unknown>): Promise<{ code: string; type: string | undefined }> {
  try {
    await work;
  } catch (e) {
    expect(e).toBeInstanceOf(ClickHouseError);
    const { code, type } = e as ClickHouseError;
    return { code, type };
  }
  throw new Error('no error');
}

const url = (search: string) => new URL(`/?${search}`, inject('clickhouseUrl'));
/** A plain HTTP request, by default with the right password. */
function post(
  search: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<Response> {
  const target = url(search);
  const authorization = `Basic ${btoa(`${target.username}:${target.password}`)}`;
  target.username = '';
  target.password = '';
  return fetch(target, { method: 'POST', body, headers: { authorization, ...headers } });
}

describe('queries', () => {
  test('use the database of the URL', async () => {
    const name = new URL(world.clickhouseUrl).pathname.slice(1);
    expect(await rows('select currentDatabase() as name')).toEqual([{ name }]);
  });

  test('return every type of value unchanged', async () => {
    const [row] = await rows(
      `select toInt64('-9223372036854775808') as low, toUInt64('18446744073709551615') as high, 1.5 as f,
        'a\\'b\\n' as s, [1, 2] as list, null as nothing, toDateTime64('2026-03-29 01:30:00.123', 3, 'UTC') as t,
        map('k', 1) as m, true as yes
       settings output_format_json_quote_64bit_integers = 1`,
    );
    expect(row).toEqual({
      low: '-9223372036854775808',
      high: '18446744073709551615',
      f: 1.5,
      s: "a'b\n",
      list: [1, 2],
      nothing: null,
      t: '2026-03-29 01:30:00.123',
      m: { k: 1 },
      yes: true,
    });
  });

  test('return formats with head and tail completely', async () => {
    const json = await client.query({ query: 'select number as n from numbers(200000)', format: 'JSON' });
    const { data, rows: count } = await json.json<{ n: number }>();
    expect(count).toBe(200_000);
    expect(data).toHaveLength(200_000);
    const csv = await client.query({ query: 'select 1 as a from numbers(200000)', format: 'CSVWithNames' });
    expect((await csv.text()).match(/"a"/g)).toHaveLength(1);
  });

  test('other than select are answered too', async () => {
    expect(await rows('exists table points')).toEqual([{ result: 1 }]);
    expect((await rows<{ name: string }>('show tables')).map((r) => r.name)).toContain('points_15m');
    expect((await rows<{ name: string }>('describe table frames')).map((r) => r.name)).toContain('received');
  });

  test('for a ping are answered, also as a select', async () => {
    expect(await client.ping()).toEqual({ success: true });
    expect(await client.ping({ select: true })).toEqual({ success: true });
  });
});

describe('parameters', () => {
  test('can be numbers, lists, nulls, times and 64-bit integers', async () => {
    const [row] = await rows(
      `select {i:Int64} as i, {l:Array(String)} as l, {n:Nullable(String)} as n, {t:DateTime64(3)} as t,
        {b:Bool} as b, {name:Identifier} as named from (select 2 as other)
       settings output_format_json_quote_64bit_integers = 1`,
      {
        i: '9007199254740993',
        l: ["it's", 'a\\b', ''],
        n: null,
        t: new Date('2026-01-02T03:04:05.678Z'),
        b: true,
        name: 'other',
      },
    );
    expect(row).toEqual({
      i: '9007199254740993',
      l: ["it's", 'a\\b', ''],
      n: null,
      t: '2026-01-02 03:04:05.678',
      b: true,
      named: 2,
    });
  });

  test('can be any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
        // A lone surrogate has no UTF-8 form.
        const sent = text.toWellFormed();
        expect(await rows('select {text:String} as text', { text: sent })).toEqual([{ text: sent }]);
      }),
      {
        numRuns: 60,
        examples: [["'; drop table points; --"], ["\\'"], ['\\'], ['\u0000'], ['\t\n\r'], ['{x:String}']],
      },
    );
  });

  test('that are missing are an error, also on a session where they were set before', async () => {
    await Promise.all(
      Array.from({ length: 12 }, () => rows('select {secret:String} as s', { secret: 'mine' })),
    );
    for (let i = 0; i < 12; i++) {
      expect((await errorOf(rows('select {secret:String} as s'))).code).toBe('456');
    }
  });

  test('can be sent in the body when they are too long for a URL', async () => {
    const text = 'x'.repeat(300_000);
    const result = await client.query({
      query: 'select length({text:String}) as n',
      query_params: { text },
      format: 'JSONEachRow',
      use_multipart_params: true,
    });
    expect(Number((await result.json<{ n: string }>())[0]?.n)).toBe(300_000);
  });

  test('stay separate among sixty concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        rows<{ v: number }>('select {v:UInt32} as v, sleep(0.01)', { v: i }),
      ),
    );
    expect(answers.map((a) => a[0]?.v)).toEqual(Array.from({ length: 60 }, (_, i) => i));
  });
});

describe('settings', () => {
  test('apply to their request only', async () => {
    const query = "select getSetting('max_block_size') as n";
    const usual = await rows(query);
    const set = await client.query({
      query,
      format: 'JSONEachRow',
      clickhouse_settings: { max_block_size: '1234' },
    });
    expect(Number((await set.json<{ n: number }>())[0]?.n)).toBe(1234);
    for (let i = 0; i < 10; i++) expect(await rows(query)).toEqual(usual);
  });

  test('that do not exist are an error', async () => {
    const settings: ClickHouseSettings & { no_such_setting: number } = { no_such_setting: 1 };
    const failing = client.query({ query: 'select 1', clickhouse_settings: settings });
    expect(await errorOf(failing)).toEqual({ code: '115', type: 'UNKNOWN_SETTING' });
  });

  test('by use or set statements do not leak into other requests', async () => {
    for (let i = 0; i < 4; i++) await client.command({ query: 'use system' });
    await client.command({ query: 'set max_block_size = 77' });
    const [row] = await rows<{ db: string; n: string }>(
      "select currentDatabase() as db, getSetting('max_block_size') as n",
    );
    expect(row?.db).toBe(new URL(world.clickhouseUrl).pathname.slice(1));
    expect(Number(row?.n)).not.toBe(77);
  });
});

describe('errors', () => {
  test.each([
    ['selec 1', '62', 'SYNTAX_ERROR'],
    ['select 1; select 2', '62', 'SYNTAX_ERROR'],
    ['select * from nothing_here', '60', 'UNKNOWN_TABLE'],
    ['select nothing_here', '47', 'UNKNOWN_IDENTIFIER'],
    ['select no_such_function(1)', '46', 'UNKNOWN_FUNCTION'],
    ["select toInt32('x')", '6', 'CANNOT_PARSE_TEXT'],
  ])('%s', async (query, code, type) => {
    expect(await errorOf(client.query({ query }))).toEqual({ code, type });
  });

  test('have a status and a code in the header', async () => {
    const missing = await post('', 'select * from nothing_here');
    expect([missing.status, missing.headers.get('x-clickhouse-exception-code')]).toEqual([404, '60']);
    expect((await post('', 'selec 1')).status).toBe(400);
    expect((await post('session_id=a', 'select 1')).status).toBe(501);
    expect((await post('param_a%20b=1', 'select 1')).status).toBe(400);
  });

  test('after a part of the result was sent reach the reader', async () => {
    const result = await client.query({
      query: 'select throwIf(number = 900000) as n from numbers(1000000)',
      format: 'JSONEachRow',
    });
    const read = async () => {
      for await (const _ of result.stream()) {
        // read only later
      }
    };
    expect((await errorOf(read())).code).toBe('395');
  });

  test('are the only answer without the password', async () => {
    const answer = await post('', 'select 1', { authorization: `Basic ${btoa('default:wrong')}` });
    expect(answer.status).toBe(403);
    expect((await fetch(new URL('/ping', url('').origin))).status).toBe(200);
    expect((await fetch(new URL('/?query=select+1', url('').origin))).status).toBe(403);
  });
});

describe('inserts', () => {
  beforeAll(async () => {
    await client.command({
      query:
        'create table numbers (id UInt64, text String, opt Nullable(Int32)) engine = MergeTree order by id',
    });
  });
  const countOf = async () => Number((await rows<{ n: string }>('select count() as n from numbers'))[0]?.n);

  test.each([
    ['JSONEachRow', '{"id":1,"text":"a\\"b"}\n{"id":2,"text":"\\n\\n","opt":-5}\n'],
    ['TabSeparated', '1\ta"b\t\\N\n2\t\\n\\n\t-5\n'],
    ['CSV', '1,"a""b",\\N\n2,"\n\n",-5\n'],
  ])('as %s', async (format, text) => {
    await client.command({ query: 'truncate table numbers' });
    await client.exec({
      query: `insert into numbers (id, text, opt) format ${format}`,
      values: Readable.from([text]),
    });
    expect(await rows('select * from numbers order by id')).toEqual([
      { id: 1, text: 'a"b', opt: null },
      { id: 2, text: '\n\n', opt: -5 },
    ]);
  });

  test('as Native, with every byte value and empty lines inside', async () => {
    await client.command({ query: 'truncate table numbers' });
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, i) => i));
    const texts = [Buffer.from('\n\n\n'), bytes, Buffer.alloc(0)];
    await client.exec({
      query: 'insert into numbers (id, text) format Native',
      values: Readable.from([nativeBlock(texts)], { objectMode: false }),
    });
    const stored = await rows<{ text: string }>('select hex(text) as text from numbers order by id');
    expect(stored.map((r) => r.text)).toEqual(texts.map((t) => t.toString('hex').toUpperCase()));
  });

  test('report the number of written rows', async () => {
    const { summary } = await client.insert({
      table: 'numbers',
      values: [{ id: 1 }, { id: 2 }, { id: 3 }],
      format: 'JSONEachRow',
    });
    expect(summary?.written_rows).toBe('3');
  });

  test('accept values, a select, nothing and settings', async () => {
    await client.command({ query: 'truncate table numbers' });
    await client.command({ query: "insert into numbers values (1, 'a;b', null)" });
    await client.command({ query: "insert into numbers select number, 'x', null from numbers(10)" });
    await client.exec({ query: 'insert into numbers format JSONEachRow', values: Readable.from(['']) });
    await client.exec({
      query: 'insert into numbers settings input_format_allow_errors_num = 1 format TabSeparated',
      values: Readable.from(['5\ty\t\\N\nbroken\n']),
    });
    expect(await countOf()).toBe(12);
  });

  test('compressed by the client', async () => {
    const before = await countOf();
    const answer = await post(
      `database=${new URL(world.clickhouseUrl).pathname.slice(1)}&query=insert+into+numbers+(id)+format+CSV`,
      new Uint8Array(gzipSync('1\n2\n')),
      { 'content-encoding': 'gzip' },
    );
    expect([answer.status, await answer.text()]).toEqual([200, '']);
    expect(await countOf()).toBe(before + 2);
  });

  test('with an invalid row write nothing', async () => {
    const before = await countOf();
    const bad = client.exec({
      query: 'insert into numbers (id) format JSONEachRow',
      values: Readable.from(['{"id":1}\n{"id":"x"}\n']),
    });
    expect((await errorOf(bad)).code).toMatch(/^(26|27|117|6)$/);
    expect(await countOf()).toBe(before);
  });

  test('that are aborted write nothing', async () => {
    const before = await countOf();
    async function* failingRows() {
      yield '{"id":1}\n';
      throw new Error('the sender failed');
    }
    await expect(
      client.exec({
        query: 'insert into numbers (id) format JSONEachRow',
        values: Readable.from(failingRows()),
      }),
    ).rejects.toThrow();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await countOf()).toBe(before);
  });
});

/** A Native block with the columns id (0, 1, …) and text. */
function nativeBlock(texts: Buffer[]): Buffer {
  const small = (n: number) => {
    const bytes: number[] = [];
    for (; n > 127; n >>= 7) bytes.push((n & 127) | 128);
    return Buffer.from([...bytes, n]);
  };
  const string = (value: Buffer) => Buffer.concat([small(value.length), value]);
  const ids = Buffer.alloc(8 * texts.length);
  for (const i of texts.keys()) ids.writeBigUInt64LE(BigInt(i), 8 * i);
  const name = (text: string) => string(Buffer.from(text));
  return Buffer.concat([
    small(2),
    small(texts.length),
    name('id'),
    name('UInt64'),
    ids,
    name('text'),
    name('String'),
    ...texts.map(string),
  ]);
}
