import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestReporting } from '../../../testing/reporting.ts';
import { setUp } from '../../../testing/set-up.ts';

/** Reports whose sending throws: they fail like others, can be corrected, and delay nobody else. */

const desk = setUp(startTestReporting);
const HOUR_MS = 3_600_000;

/** Text of the next answers, and the answered requests. */
let answer = '';
let requests = 0;
const platform = setUp(async () => {
  const server = createServer((request, response) => {
    requests += 1;
    request.resume();
    request.on('end', () =>
      response
        .writeHead(answer.includes('refused') ? 422 : 200, { 'content-type': 'application/json' })
        .end(answer),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { host, stop: async () => server.close() };
});

beforeAll(() => desk.stock.office.server.services.config.reportingHosts.add(platform.host));
beforeEach(() => {
  requests = 0;
});

const query = (text: string, values: unknown[] = []) =>
  desk.stock.office.server.services.pool.query(text, values);
/** A key id of a version that did not check it. */
const spoilKey = (configId: string | undefined) =>
  query(`update reporting_configs set key_id = '接口密钥' where id = $1`, [configId]);
const received = async (): Promise<string> => {
  const { reports } = await desk.receive();
  return reports[0] as string;
};

describe('a key id that no header can have', () => {
  test('is refused next to its field', async () => {
    for (const keyId of ['接口密钥', 'k\r\nX: 1', 'a b', '\u{1F511}']) {
      const reply = await desk.stock.office.post('/reportingConfig/insert', {
        types: [8],
        enterpriseId: desk.enterprise,
        channel: 'http',
        endpoint: desk.sandbox.url,
        platformCode: 'E001',
        keyId,
        secret: 'a secret of the tests',
      });
      expect(reply).toMatchObject({ status: 400, data: [{ path: 'keyId', key: 'reporting.keyId' }] });
    }
  });

  test('is the shown error of the report, counts for the circuit, and a corrected configuration sends it', async () => {
    const [config] = await desk.configure([8]);
    await spoilKey(config);
    const id = await received();
    await desk.submit([id]);
    await desk.send();
    expect(await desk.report(id)).toMatchObject({
      state: 2,
      lastError: 'reporting.error.unsendable',
      attempts: [{ state: 'waiting', inDoubt: false, error: 'reporting.error.unsendable' }],
    });
    const { rows } = await query('select failures from reporting_configs where id = $1', [config]);
    expect(rows[0].failures).toBe(1);
    await desk.configure([8]);
    await desk.send();
    expect(await desk.report(id)).toMatchObject({ state: 3, lastError: null });
  });

  test('of an attempt that a former version left in doubt does not keep it from a corrected configuration', async () => {
    const [config] = await desk.configure([8]);
    await spoilKey(config);
    const id = await received();
    await desk.submit([id]);
    await query('update report_attempts set in_doubt = true where report_id = $1', [id]);
    await desk.configure([8]);
    await desk.send();
    expect(await desk.report(id)).toMatchObject({ state: 3, lastError: null });
  });

  test('delays no report of another configuration', async () => {
    const [config] = await desk.configure([8]);
    await spoilKey(config);
    const stuck: string[] = [];
    for (let i = 0; i < 3; i++) stuck.push(...(await desk.receive(8)).reports);
    await desk.submit(stuck);
    const { office, store } = desk.stock;
    const other = await office.make('/enterprise', {
      name: '某利用公司',
      kind: 6,
      creditCode: '91440300MA5D7Y2R2C',
      contact: '王经理',
      phone: '13900139001',
      address: '利用路1号',
    });
    const site = await office.make('/recycle/site', {
      name: '二号网点',
      address: '利用路1号',
      enterpriseId: other,
    });
    expect((await office.post('/store/update', { id: store, siteId: site })).status).toBe(200);
    await desk.configure([8], { enterpriseId: other });
    const good = await received();
    await desk.submit([good]);
    await desk.send();
    expect(await desk.report(good)).toMatchObject({ state: 3 });
    for (const id of stuck) expect((await desk.report(id)).state).toBe(2);
    await desk.configure([8]);
    for (let round = 0; round < 3; round++) await desk.send();
    for (const id of stuck) expect((await desk.report(id)).state).toBe(3);
    expect((await office.post('/store/update', { id: store, siteId: desk.site })).status).toBe(200);
  });
});

describe('an answer with characters that the database does not store', () => {
  test.each([
    ['an id with NUL', () => ({ status: 'accepted', platformId: 'a\0b' }), { state: 3, platformId: 'ab' }],
    [
      'an error with half a character',
      () => ({ status: 'refused', errors: [{ message: 'wrong \udc00 mass' }] }),
      { state: 4, lastError: 'wrong \ufffd mass' },
    ],
  ])('is stored without them: %s', async (_, content, expected) => {
    await desk.configure([8], { endpoint: `http://${platform.host}` });
    const id = await received();
    answer = JSON.stringify({ key: id, version: 1, ...content() });
    await desk.submit([id]);
    await desk.send();
    expect(await desk.report(id)).toMatchObject(expected);
    expect(requests).toBe(1);
  });
});

test('an attempt whose answer cannot be stored shows an error, and is queried later', async () => {
  await desk.configure([8]);
  const id = await received();
  await query(`create function refuse_note() returns trigger language plpgsql as
    $$ begin raise exception 'cannot be stored'; end $$`);
  await query(`create trigger refuse_note before update of platform_id on reports for each row
    when (new.state = 3) execute function refuse_note()`);
  await desk.submit([id]);
  await desk.send();
  expect(await desk.report(id)).toMatchObject({
    state: 2,
    lastError: 'reporting.error.internal',
    attempts: [{ state: 'waiting', inDoubt: true }],
  });
  await query('drop trigger refuse_note on reports');
  await desk.stock.office.later(HOUR_MS);
  await desk.send();
  expect(await desk.report(id)).toMatchObject({ state: 3 });
});
