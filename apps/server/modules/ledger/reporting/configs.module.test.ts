import { readSheet } from 'read-excel-file/node';
import { describe, expect, test } from 'vitest';
import { startTestReporting } from '../../../testing/reporting.ts';
import { setUp } from '../../../testing/set-up.ts';
import { workbookOf } from '../../../testing/upload-sheet.ts';

const desk = setUp(startTestReporting);

const get = async () => (await desk.stock.office.get('/reportingConfig/findAll')).data;
const post = (what: string, body: object, as?: string) =>
  desk.stock.office.post(`/reportingConfig/${what}`, body, as);
const fields = () => ({
  types: [8],
  enterpriseId: desk.enterprise,
  channel: 'http',
  endpoint: desk.sandbox.url,
  platformCode: 'E001',
  keyId: 'test',
  secret: 'a secret of the tests',
});

describe('a configuration', () => {
  test('is in effect once per type and enterprise; another one voids it', async () => {
    const [first] = await desk.configure([8, 9]);
    const [second] = await desk.configure([8]);
    const status = new Map(
      (await get()).map(({ id, status: each }: { id: string; status: number }) => [id, each]),
    );
    expect([status.get(first as string), status.get(second as string)]).toEqual([3, 2]);
    expect(await post('step', { ids: [first], step: 'activate' })).toMatchObject({ status: 409 });
    expect(await post('step', { ids: [second], step: 'activate' })).toMatchObject({ status: 409 });
    const { pool } = desk.stock.office.server.services;
    const to = (id: unknown, next: number) =>
      pool.query('update reporting_configs set status = $2 where id = $1', [id, next]);
    await expect(to(first, 2)).rejects.toMatchObject({ code: '23514' });
    await expect(to(second, 1)).rejects.toMatchObject({ code: '23514' });
  });

  test('comes into effect once, even with concurrent requests', async () => {
    const made = await Promise.all(
      Array.from({ length: 6 }, () => post('insert', { ...fields(), types: [6] })),
    );
    const ids = made.map(({ data }) => data.ids[0]);
    const replies = await Promise.all(ids.map((id) => post('step', { ids: [id], step: 'activate' })));
    expect(replies.map(({ status }) => status)).toEqual(ids.map(() => 200));
    const inEffect = (await get()).filter(
      ({ type, status }: Record<string, number>) => type === 6 && status === 2,
    );
    expect(inEffect).toHaveLength(1);
  });

  test('never returns its secret, nor stores it readable', async () => {
    const [id] = await desk.configure([1]);
    const all = await get();
    expect(all.find((each: { id: string }) => each.id === id)).toMatchObject({
      hasSecret: true,
      keyId: 'test',
    });
    const { pool } = desk.stock.office.server.services;
    const { rows } = await pool.query('select * from reporting_configs');
    const { rows: trail } = await pool.query(
      `select details from audit where object_type = 'reportingConfig'`,
    );
    expect(trail.length).toBeGreaterThan(0);
    for (const text of [
      JSON.stringify(all),
      JSON.stringify(trail),
      ...rows.map(({ secret }) => secret.toString('latin1')),
    ])
      expect(text).not.toContain('a secret');
  });

  test('is changed only before it is in effect, and keeps its secret where none is given', async () => {
    const { data } = await post('insert', { ...fields(), types: [2] });
    const [id] = data.ids;
    const { types: _, enterpriseId: __, secret: ___, ...rest } = fields();
    expect(await post('update', { id, version: 1, ...rest, platformCode: 'E002' })).toMatchObject({
      status: 200,
    });
    expect(await post('update', { id, version: 1, ...rest })).toMatchObject({ status: 409 });
    expect(await post('step', { ids: [id], step: 'activate' })).toMatchObject({ status: 200 });
    expect(await post('update', { id, version: 3, ...rest })).toMatchObject({
      status: 409,
      data: [{ key: 'reporting.configFixed' }],
    });
  });

  test('is refused with a blocked address, or without its key', async () => {
    for (const [more, path, key] of [
      [{ endpoint: 'http://169.254.169.254/latest' }, 'endpoint', 'reporting.endpoint.scheme'],
      [{ endpoint: 'https://10.0.0.1/' }, 'endpoint', 'reporting.endpoint.private'],
      [{ endpoint: undefined }, 'endpoint', 'resource.required'],
      [{ keyId: undefined }, 'keyId', 'resource.required'],
      [{ secret: undefined }, 'secret', 'resource.required'],
    ] as const)
      expect(await post('insert', { ...fields(), ...more })).toMatchObject({
        status: 400,
        data: [{ path, key }],
      });
    expect((await post('insert', { ...fields(), enterpriseId: crypto.randomUUID() })).status).toBe(400);
  });

  test('belongs to its tenant, and is changed with a separate right', async () => {
    const { office } = desk.stock;
    const [id] = await desk.configure([7]);
    expect((await office.get('/reportingConfig/findAll', office.stranger)).data).toEqual([]);
    expect((await post('step', { ids: [id], step: 'void' }, office.stranger)).status).toBe(404);
  });
});

describe('waiting attempts', () => {
  test('move to the new configuration, unless the platform may have the record', async () => {
    await desk.configure([8]);
    const { reports } = await desk.receive(2);
    const [submitted, moved] = reports as [string, string];
    await desk.sandbox.setDown(true);
    await desk.submit([moved]);
    await desk.send();
    await desk.sandbox.setDown(false);
    desk.sandbox.fault({ kind: 'dropAfter' });
    await desk.submit([submitted]);
    await desk.send();
    await desk.configure([8], {
      channel: 'file',
      platformCode: 'E009',
      endpoint: undefined,
      keyId: undefined,
      secret: undefined,
    });
    await desk.stock.office.later(3_600_000);
    await desk.send();
    expect(await desk.report(submitted)).toMatchObject({ state: 3 });
    expect(await desk.report(moved)).toMatchObject({
      state: 2,
      attempts: [{ channel: 'file', state: 'waiting' }],
    });
    await desk.configure([8]);
    await desk.send();
    expect(await desk.report(moved)).toMatchObject({ state: 3, attempts: [{ channel: 'http' }] });
  });
});

describe('files for manual upload', () => {
  const file = {
    channel: 'file',
    platformCode: 'E009',
    endpoint: undefined,
    keyId: undefined,
    secret: undefined,
  };
  const exported = async (format: string) =>
    desk.stock.office.server.app.inject({
      method: 'GET',
      url: `/reporting/exportFile?type=8&enterpriseId=${desk.enterprise}&format=${format}`,
      headers: { platform: 'IOT', authorization: `Bearer ${desk.stock.office.token}` },
    });
  const upload = async (name: string, content: Buffer | string) => {
    const form = new FormData();
    form.append('file', new Blob([Buffer.from(content)]), name);
    const body = new Request('http://x', { method: 'POST', body: form });
    const reply = await desk.stock.office.server.app.inject({
      method: 'POST',
      url: '/reporting/readResults',
      payload: Buffer.from(await body.arrayBuffer()),
      headers: {
        platform: 'IOT',
        authorization: `Bearer ${desk.stock.office.token}`,
        'content-type': body.headers.get('content-type') ?? '',
      },
    });
    return reply.json();
  };

  test('contain the waiting records, and return the results as JSON', async () => {
    await desk.configure([8], file);
    const { reports, codes } = await desk.receive(3);
    await desk.submit(reports);
    await desk.send();
    expect(await desk.report(reports[0] as string)).toMatchObject({
      state: 2,
      attempts: [{ channel: 'file', sends: [] }],
    });
    const { records } = (await exported('json')).json();
    expect(records.map(({ key, enterprise }: Record<string, string>) => [key, enterprise]).sort()).toEqual(
      reports.map((id) => [id, 'E009']).sort(),
    );
    expect(records.map(({ payload }: { payload: { code: string } }) => payload.code).sort()).toEqual(
      [...codes].sort(),
    );
    const results = records.map((record: { key: string }, n: number) => ({
      ...record,
      ...(n === 0 && { result: '失败', error: '重复编码' }),
      ...(n === 1 && { result: 'accepted', platformId: 'H-1' }),
    }));
    expect(await upload('results.json', JSON.stringify({ type: 8, records: results }))).toMatchObject({
      data: { taken: 2, refused: [] },
    });
    expect(await desk.report(records[0].key)).toMatchObject({ state: 4, lastError: '重复编码' });
    expect(await desk.report(records[1].key)).toMatchObject({
      state: 3,
      platformId: 'H-1',
      attempts: [
        { state: 'accepted', sends: [{ purpose: 'submit' }, { purpose: 'result', outcome: 'accepted' }] },
      ],
    });
    const enter = (result: object) =>
      desk.stock.office.post('/reporting/enterResults', {
        results: [{ id: records[2].key, accepted: true, ...result }],
      });
    expect((await enter({ platformId: 'H-1' })).data.refused[0].key).toBe('reporting.error.idOfAnother');
    expect((await enter({})).data.refused[0].key).toBe('reporting.platformIdMissing');
    expect((await enter({ platformId: 'H-2' })).data).toEqual({ taken: 1, refused: [] });
    expect((await enter({ platformId: 'H-3' })).data.refused[0].key).toBe('reporting.notWaiting');
    for (const bad of ['', '{', '[]', '{"records":[{"key":"x","result":"成功"}]}', '{"records":[{"key":1}]}'])
      expect([bad, (await upload('bad.json', bad)).code]).not.toEqual([bad, 0]);
  });

  test('are workbooks that can be read back', async () => {
    const { reports } = await desk.receive(2);
    await desk.submit(reports);
    const sheet = await exported('xlsx');
    expect(sheet.statusCode).toBe(200);
    const rows = await readSheet(sheet.rawPayload);
    expect(rows).toHaveLength(3);
    const [head, ...records] = rows as string[][];
    expect(head?.[0]).toBe('上报键');
    expect(head?.slice(-3)).toEqual(['上报结果', '平台编号', '退回原因']);
    expect(records.map(([key]) => key).sort()).toEqual([...reports].sort());
    const filled = records.map((record, n) => [...record.slice(0, -3), '成功', `X-${n}`, null]);
    expect(await upload('filled.xlsx', await workbookOf(head as string[], filled))).toMatchObject({
      data: { taken: 2, refused: [] },
    });
    for (const id of reports) expect(await desk.report(id)).toMatchObject({ state: 3 });
  });
});
