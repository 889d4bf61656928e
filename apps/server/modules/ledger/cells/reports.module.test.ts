import { chinaDays } from '@voltloop/resources/days.ts';
import type { PoolClient } from 'pg';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { setUp } from '../../../testing/set-up.ts';
import { startTestStock } from '../../../testing/stock.ts';

const stock = setUp(startTestStock);
let day: (offset_days: number) => string;
const safe = { swelling: 0, leak: 0, burn: 0, deformation: 0, water: 0, exposed: 0, hot: 0, odour: 0 };

beforeAll(async () => {
  day = chinaDays(stock.office.server.services.clock());
  await scheme('旧版', 'V1', -400, [
    ['A', '85'],
    ['B', '0'],
  ]);
  await scheme('新版', 'V2', -30, [
    ['A', '80'],
    ['B', '60'],
  ]);
});

let code = '';
let id = '';
beforeEach(async () => {
  code = stock.newCode();
  await stock.receive([{ code, kg: '400' }]);
  id = (await stock.batteryOf(code)).id;
});

const scheme = async (name: string, revision: string, from: number, bands: [string, string][]) => {
  const made = await stock.office.make('/gradingScheme', {
    name,
    revision,
    firstDay: day(from),
    bands: bands.map(([grade, fromPct]) => ({ grade, fromPct })),
  });
  expect((await stock.step('/gradingScheme', made, 'release')).status).toBe(200);
  return made;
};
const report = (more: object = {}) =>
  stock.office.make('/testReport', {
    batteryId: id,
    testDay: day(0),
    method: 'discharge',
    operator: '王小明',
    ambientC: '25',
    ratedCapacityAh: '280',
    capacityAh: '232.4',
    ...safe,
    ...more,
  });
// biome-ignore lint/suspicious/noExplicitAny: tests read replies without types
const read = async (of: string): Promise<any> =>
  (await stock.office.get(`/testReport/findById?id=${of}`)).data;
const sign = (of: string) => stock.step('/testReport', of, 'sign');
const errorsOf = ({ status, data }: Awaited<ReturnType<typeof sign>>) => ({
  status,
  key: data?.[0]?.key,
  path: data?.[0]?.path,
});

test('a report has the health, its uncertainty, and the grade by the scheme in force on its day', async () => {
  const now = await read(await report());
  expect(now).toMatchObject({
    no: expect.stringMatching(/^JC\d{8}-\d{4}$/),
    batteryCode: code,
    sohPct: '83',
    uncertaintyPct: '0.83',
    sohLowerPct: '82.17',
    grade: 'A',
    calibration: 'unknown',
    titles: { schemeId: '新版' },
    status: 'draft',
  });
  const before = await read(await report({ testDay: day(-60) }));
  expect(before).toMatchObject({ grade: 'B', titles: { schemeId: '旧版' } });
  const expired = await read(await report({ calibrationValidTo: day(-1), insulationKohm: '1' }));
  expect(expired).toMatchObject({ calibration: 'expired' });
});

test('a draft does not change the battery; signing does, with person and time', async () => {
  const made = await report({ capacityAh: '196' });
  expect(await stock.batteryOf(code)).toMatchObject({ sohPct: null, grade: null, testReportId: null });
  expect((await sign(made)).status).toBe(200);
  expect(await stock.batteryOf(code)).toMatchObject({
    sohPct: '70',
    grade: 'B',
    testReportId: made,
    testedOn: day(0),
  });
  expect(await read(made)).toMatchObject({
    status: 'signed',
    signedBy: expect.any(String),
    signedAt: expect.any(Number),
  });
  const older = await report({ testDay: day(-5), capacityAh: '250' });
  expect((await sign(older)).status).toBe(200);
  expect(await stock.batteryOf(code)).toMatchObject({ sohPct: '70', testReportId: made });
});

test('a measurement that yields an impossible result is refused at its field', async () => {
  const refused = async (more: object) =>
    errorsOf(
      await stock.office.post('/testReport/insert', {
        batteryId: id,
        testDay: day(0),
        method: 'discharge',
        operator: '王小明',
        ambientC: '25',
        ratedCapacityAh: '280',
        capacityAh: '232.4',
        ...safe,
        ...more,
      }),
    );
  const wrong = (path: string, key: string) => ({ status: 400, path, key: `rule.testReport.${key}` });
  // A capacity in mAh.
  expect(await refused({ capacityAh: '232400' })).toEqual(wrong('capacityAh', 'impossibleSoh?soh=83000'));
  expect(await refused({ freshDcirMohm: '1', endDcirMohm: '1.001', dcirMohm: '0.5' })).toEqual(
    wrong('dcirMohm', 'impossibleSoh?soh=50100'),
  );
  expect(await refused({ ocvV: '3300', ocvLaterV: '3', restH: '0.01' })).toEqual(
    wrong('ocvV', 'impossibleSelfDischarge?rate=7912800000'),
  );
  // The rated capacity of the battery itself is corrected after the draft.
  const given = { ratedCapacityAh: undefined };
  const battery = await stock.batteryOf(code);
  const rate = (ratedCapacityAh: string, version: number) =>
    stock.office.post('/battery/update', { id, version, ratedCapacityAh });
  const { data } = await rate('280', battery.version);
  const made = await report(given);
  await rate('2.8', data.version);
  expect(errorsOf(await sign(made))).toEqual({
    status: 409,
    path: 'ids.0.capacityAh',
    key: 'rule.testReport.impossibleSoh?soh=8300',
  });
});

test('a signed report keeps the rated capacity that its health refers to', async () => {
  const { version } = await stock.batteryOf(code);
  await stock.office.post('/battery/update', { id, version, ratedCapacityAh: '280' });
  const made = await report({ ratedCapacityAh: undefined });
  expect(await read(made)).toMatchObject({ ratedCapacityAh: null, sohPct: '83' });
  await sign(made);
  expect(await read(made)).toMatchObject({ ratedCapacityAh: '280', sohPct: '83' });
});

test('a signed report is immutable, for calls and in the database', async () => {
  const made = await report();
  await sign(made);
  const change = { id: made, remark: '改' };
  expect((await stock.office.post('/testReport/update', change)).status).toBe(409);
  expect((await stock.office.remove(`/testReport/deleteByIds?ids=${made}`)).status).not.toBe(200);
  const { pool } = stock.office.server.services;
  for (const set of [`capacity_ah = 279`, `status = 'draft'`, `deleted_at = now()`, `grade = 'A+'`])
    await expect(pool.query(`update test_reports set ${set} where id = $1`, [made])).rejects.toThrow(
      'a signed test report is never changed',
    );
});

test('a correction replaces the former report once, and the battery follows it', async () => {
  const former = await report();
  const early = await stock.office.post('/testReport/insert', {
    ...(await fields(former)),
    replacesId: former,
  });
  expect(early.data[0]).toMatchObject({ path: 'replacesId', key: 'rule.testReport.notReplaceable' });
  await sign(former);
  const [first, second] = [
    await report({ replacesId: former, capacityAh: '210' }),
    await report({ replacesId: former, capacityAh: '200' }),
  ];
  expect((await sign(first)).status).toBe(200);
  expect(await read(former)).toMatchObject({ status: 'replaced', capacityAh: '232.4' });
  expect(await stock.batteryOf(code)).toMatchObject({ testReportId: first, sohPct: '75' });
  expect(errorsOf(await sign(second))).toMatchObject({ status: 409, key: 'rule.testReport.notReplaceable' });
  const history = (await stock.office.get(`/testReport/history?id=${former}`)).data;
  expect(history[0]).toMatchObject({ changes: { status: { from: 'signed', to: 'replaced' } } });
});

const fields = async (of: string) => {
  const { batteryId, testDay, method, operator, ambientC, ratedCapacityAh, capacityAh } = await read(of);
  return { batteryId, testDay, method, operator, ambientC, ratedCapacityAh, capacityAh, ...safe };
};

test('a defect in the checklist, or too little insulation, rejects the battery at any capacity', async () => {
  const leaking = await report({ leak: 1, swelling: 1 });
  expect(await read(leaking)).toMatchObject({ grade: 'X', rejects: 'swelling,leak' });
  // Also without a capacity: a leaking battery is not charged.
  const untested = await report({ leak: 1, capacityAh: null });
  expect((await sign(untested)).status).toBe(200);
  expect(await stock.batteryOf(code)).toMatchObject({ grade: 'X', sohPct: null });
  expect(await read(await report({ ocvV: '350', insulationKohm: '34.9' }))).toMatchObject({
    grade: 'X',
    rejects: 'insulation',
  });
});

test('signing is refused while something is missing, with its field', async () => {
  const open = await report({ hot: null });
  expect(errorsOf(await sign(open))).toEqual({
    status: 409,
    key: 'rule.testReport.unanswered',
    path: 'ids.0.hot',
  });
  const unmeasured = await report({ capacityAh: null });
  expect(errorsOf(await sign(unmeasured)).key).toBe('rule.testReport.noHealth');
  const early = await report({ testDay: day(-500) });
  expect(errorsOf(await sign(early)).key).toBe('rule.testReport.noScheme');
});

test('only reports of batteries that are available or in test are signed', async () => {
  const made = await report();
  const hold = await stock.draft('/conditionChange', { preset: 'hold', storeId: stock.store }, [{ code }]);
  await stock.step('/conditionChange', hold, 'post');
  expect(errorsOf(await sign(made))).toMatchObject({
    key: 'rule.testReport.notInStock',
    path: 'ids.0.batteryId',
  });
  const toTest = await stock.draft('/conditionChange', { preset: 'toTest', storeId: stock.store }, [
    { code },
  ]);
  await stock.step('/conditionChange', toTest, 'post');
  expect((await sign(made)).status).toBe(200);
});

test('a signed report releases its battery from the test, a rejecting one does not', async () => {
  const change = async (preset: string) => {
    const id = await stock.draft('/conditionChange', { preset, storeId: stock.store }, [{ code }]);
    expect(await stock.step('/conditionChange', id, 'post')).toMatchObject({ status: 200 });
  };
  await change('toTest');
  expect((await sign(await report({ leak: 1, testDay: day(-1) }))).status).toBe(200);
  expect(await stock.batteryOf(code)).toMatchObject({ state: 'in_test', grade: 'X' });
  expect((await sign(await report())).status).toBe(200);
  expect(await stock.batteryOf(code)).toMatchObject({
    state: 'in_stock',
    grade: expect.not.stringMatching('X'),
  });
  const { data } = await stock.office.get('/conditionChange/findPage');
  expect(data.list).toEqual(
    expect.arrayContaining([expect.objectContaining({ preset: 'fromTest', status: 'posted', pieces: 1 })]),
  );
});

test('signing many reports needs as many queries as signing one', async () => {
  const queriesOf = async (count: number) => {
    const ids: string[] = [];
    for (let n = 0; n < count; n += 1) {
      code = stock.newCode();
      await stock.receive([{ code, kg: '400' }]);
      id = (await stock.batteryOf(code)).id;
      ids.push(await report());
    }
    const { pool } = stock.office.server.services;
    const asked: string[] = [];
    const listen = (client: PoolClient) => {
      const { query } = client;
      if (vi.isMockFunction(query)) return;
      const ask = (...args: [unknown]) => {
        const [sent] = args as [string | { text?: string }];
        asked.push((typeof sent === 'string' ? sent : sent.text) ?? '');
        return (query as (...all: unknown[]) => unknown).apply(client, args);
      };
      vi.spyOn(client, 'query').mockImplementation(ask as never);
    };
    pool.on('acquire', listen);
    const reply = await stock.office.post('/testReport/step', { ids, step: 'sign' });
    pool.off('acquire', listen);
    vi.restoreAllMocks();
    expect(reply, JSON.stringify(reply)).toMatchObject({ status: 200 });
    return asked.filter((text) => /test_reports|batteries/.test(text)).length;
  };
  const one = await queriesOf(1);
  expect(one).toBeGreaterThan(0);
  expect(await queriesOf(6)).toBe(one);
});

test('concurrent signatures of two corrections do not both replace their report', async () => {
  const former = await report();
  await sign(former);
  const both = [await report({ replacesId: former }), await report({ replacesId: former })];
  const replies = await Promise.all(both.map((each) => sign(each)));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('one call cannot sign two corrections of one report either', async () => {
  const former = await report();
  await sign(former);
  const ids = [await report({ replacesId: former }), await report({ replacesId: former })];
  const reply = await stock.office.post('/testReport/step', { ids, step: 'sign' });
  expect([reply.status, reply.data[0].path]).toEqual([400, 'replacesId']);
  expect(await read(former)).toMatchObject({ status: 'signed' });
});

test('batteries have the values of their latest signed reports', async () => {
  const { rows } = await stock.office.server.services.pool.query(
    `select b.id from batteries b full join battery_health h on h.battery_id = b.id
      where (b.soh_pct, b.grade, b.tested_on, b.test_report_id) is distinct from
        (h.soh_pct, h.grade, h.tested_on, h.test_report_id)`,
  );
  expect(rows).toEqual([]);
});

test('health and grade of a battery cannot be set in another way', async () => {
  const reply = await stock.office.post('/battery/update', { id, sohPct: '99', grade: 'A' });
  expect(reply.status).toBe(400);
  expect(reply.data.map(({ path }: { path: string }) => path)).toEqual(['sohPct', 'grade']);
});
