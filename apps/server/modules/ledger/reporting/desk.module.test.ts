import { beforeAll, describe, expect, test } from 'vitest';
import { startTestReporting } from '../../../testing/reporting.ts';
import { setUp } from '../../../testing/set-up.ts';

const desk = setUp(startTestReporting);
beforeAll(async () => {
  await desk.configure([8, 9, 6, 7]);
});

describe('a posted receipt', () => {
  test('must be reported by the enterprise of the site within its period', async () => {
    const { id, reports, codes } = await desk.receive();
    expect(await desk.report(reports[0] as string)).toMatchObject({
      type: 8,
      state: 1,
      day: desk.stock.day,
      clockDay: desk.stock.day,
      // 30 working days after 2026-03-01.
      dueDay: '2026-04-13',
      overdue: false,
      code: codes[0],
      kg: '400.5',
      document: { id, kind: 'receipt', preset: 'purchase' },
      enterpriseId: desk.enterprise,
      siteId: desk.site,
      hasConfig: true,
      problems: [],
      payload: {
        code: codes[0],
        level: 'P',
        inboundDate: desk.stock.day,
        sourceKind: 'company',
        sourceUscc: '91350100M000100Y43',
        sourceName: '某拆解厂',
        batteryType: 'B',
        mass: '400.5',
        store: '收货库',
      },
      rule: { event: 'document', clause: expect.stringContaining('第十五条') },
      attempts: [],
      versions: [],
    });
  });
});

describe('a submission', () => {
  test('is sent once and accepted', async () => {
    const { reports } = await desk.receive(3);
    expect(await desk.submit(reports)).toMatchObject({ status: 200, data: { submitted: 3, refused: [] } });
    expect(await desk.report(reports[0] as string)).toMatchObject({
      state: 2,
      attempts: [{ n: 1, state: 'waiting' }],
    });
    await desk.send();
    for (const id of reports) {
      const [record, ...others] = desk.sandbox.records.filter(({ key }) => key === id);
      expect(others).toEqual([]);
      expect(record).toMatchObject({ status: 'accepted', version: 1, type: 8, enterprise: 'E001' });
      expect(await desk.report(id)).toMatchObject({
        state: 3,
        platformId: record?.platformId,
        reportedAt: expect.any(Number),
        lastError: null,
        payload: record?.payload,
        attempts: [
          {
            n: 1,
            version: 1,
            state: 'accepted',
            sends: [
              { purpose: 'submit', status: 200, outcome: 'accepted', request: expect.stringContaining(id) },
            ],
          },
        ],
      });
    }
  });
});

const problemsOf = async (ids: readonly string[]) => (await desk.submit(ids)).data.refused[0]?.problems;
const correct = (ids: readonly string[], values: object, reason = '补充信息', as?: string) =>
  desk.stock.office.post('/reporting/correct', { ids, values, reason }, as);

describe('missing data', () => {
  test('is listed with the place to enter it, and the rest of the batch is sent', async () => {
    const { office, newCode, supplier } = desk.stock;
    const header = { preset: 'vehicle', storeId: desk.stock.store, enterpriseId: supplier };
    const code = newCode();
    const vehicleId = await office.make('/vehicle', { vin: 'LC0CE4CB0N0000001', category: 'BEV' });
    const battery = await office.make('/battery', { batteryCode: code, vehicleId, massKg: '401' });
    const id = await desk.stock.draft('/receipt', header, [{ code, location: 'L1' }]);
    await desk.stock.step('/receipt', id, 'post');
    await desk.configure([1]);
    const [report] = (await desk.reportsOf(id)) as [string];
    // The clock of a scrapped vehicle starts with its certificate.
    expect(await desk.report(report)).toMatchObject({
      type: 1,
      clockDay: null,
      dueDay: null,
      rule: { event: 'certificate' },
    });
    const complete = await desk.receive();
    const reply = await desk.submit([report, ...complete.reports]);
    expect(reply.data.submitted).toBe(1);
    const [{ problems }] = reply.data.refused;
    expect(problems).toContainEqual({ field: 'recyclingCertNo', key: 'check.required', place: null });
    expect(problems).toContainEqual({
      field: 'scrapDate',
      key: 'check.required',
      place: { resource: 'vehicle', id: vehicleId, field: 'scrapDate' },
    });
    expect(problems.map(({ field }: { field: string }) => field)).not.toContain('vin');
    await office.post('/vehicle/update', { id: vehicleId, scrapDate: '2026-02-20', batteryComplete: 1 });
    const entered = {
      recyclingCertNo: 'C-1',
      certIssuedOn: '2026-02-27',
      damage: 'none',
      safetyJudgement: 'pass',
    };
    expect(await correct([report], entered)).toMatchObject({ status: 200, data: { corrected: 1 } });
    expect(await desk.report(report)).toMatchObject({
      problems: [],
      clockDay: '2026-02-27',
      dueDay: '2026-03-19',
      payload: { vin: 'LC0CE4CB0N0000001', mass: '401', scrapDate: '2026-02-20', ...entered },
      versions: [{ version: 1, reason: '补充信息' }],
    });
    expect(await desk.submit([report])).toMatchObject({ data: { submitted: 1 } });
    await desk.send();
    expect(await desk.report(report)).toMatchObject({ state: 3 });
    expect(battery).toBeTruthy();
  });

  test('can be the site or its enterprise, and is found once the store has one', async () => {
    const { office, draft, step, newCode, second, supplier } = desk.stock;
    const header = { preset: 'purchase', storeId: second, enterpriseId: supplier };
    const id = await draft('/receipt', header, [{ code: newCode(), kg: '300', location: 'L1' }]);
    await step('/receipt', id, 'post');
    const reports = await desk.reportsOf(id);
    expect(await problemsOf(reports)).toEqual([
      {
        field: 'enterprise',
        key: 'reporting.storeWithoutSite',
        place: { resource: 'store', id: second, field: 'siteId' },
      },
    ]);
    const site = await office.make('/recycle/site', { name: '二号网点', address: '循环路9号' });
    await office.post('/store/update', { id: second, siteId: site });
    await office.post('/recycle/site/update', { id: site, enterpriseId: desk.enterprise });
    expect(await desk.report(reports[0] as string)).toMatchObject({
      siteId: site,
      enterpriseId: desk.enterprise,
    });
    expect(await desk.submit(reports)).toMatchObject({ data: { submitted: 1 } });
  });

  test('can be a configuration in effect', async () => {
    const code = desk.stock.newCode();
    await desk.stock.receive([{ code, kg: '10', location: 'L1' }]);
    const header = { preset: 'vehicle', storeId: desk.stock.store, enterpriseId: desk.stock.supplier };
    const { id } = await desk.stock.issue(header, [{ code }]);
    const reports = await desk.reportsOf(id);
    await correct(reports, {
      handoverSignedOn: desk.stock.day,
      receiverConfirmed: true,
      destKind: 'recycler',
    });
    expect(await problemsOf(reports)).toEqual([{ field: '', key: 'reporting.noConfig', place: null }]);
  });

  test('is reported the same for unknown records and those of other tenants', async () => {
    const { reports } = await desk.receive();
    const unknown = [{ field: '', key: 'reporting.unknown', place: null }];
    expect(await problemsOf([crypto.randomUUID()])).toEqual(unknown);
    const theirs = await desk.submit(reports, desk.stock.office.stranger);
    expect(theirs.data).toEqual({ submitted: 0, refused: [{ id: reports[0], problems: unknown }] });
    expect(
      (await desk.stock.office.get(`/reporting/findById?id=${reports[0]}`, desk.stock.office.stranger))
        .status,
    ).toBe(404);
  });
});

describe('a refused report', () => {
  test('is corrected with another version and accepted', async () => {
    const { reports } = await desk.receive();
    const [id] = reports as [string];
    await desk.send();
    desk.sandbox.fault({ kind: 'refuse', field: 'contractNo', message: '合同编号必填' });
    await desk.submit([id]);
    expect(await correct([id], { contractNo: 'HT-1' })).toMatchObject({
      status: 409,
      data: [{ key: 'reporting.fixed' }],
    });
    await desk.send();
    expect(await desk.report(id)).toMatchObject({
      state: 4,
      lastError: 'contractNo: 合同编号必填',
      attempts: [{ n: 1, state: 'refused', sends: [{ status: 422, outcome: 'refused' }] }],
    });
    expect(await correct([id], { contractNo: 'HT-2026-001' }, '平台要求合同编号')).toMatchObject({
      status: 200,
    });
    await desk.submit([id]);
    await desk.send();
    const found = await desk.report(id);
    expect(found).toMatchObject({
      state: 3,
      attempts: [
        { n: 2, version: 2, state: 'accepted' },
        { n: 1, version: 1 },
      ],
    });
    expect(
      found.versions.map(({ version, reason }: { version: number; reason: string }) => [version, reason]),
    ).toEqual([
      [2, '平台要求合同编号'],
      [1, null],
    ]);
    expect(found.payload.contractNo).toBe('HT-2026-001');
    expect(await problemsOf([id])).toEqual([{ field: '', key: 'reporting.reportedAlready', place: null }]);
    expect((await correct([id], { contractNo: 'x' })).status).toBe(409);
    const { rows } = await desk.stock.office.server.services.pool.query(
      'select action from audit where object_id = $1 order by seq',
      [id],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'report.submit',
      'report.refused',
      'report.correct',
      'report.retry',
      'report.accepted',
    ]);
  });

  test('can be corrected only in fields of the desk, and only with valid values', async () => {
    const { reports } = await desk.receive();
    for (const [values, path, key] of [
      [{ code: '04QPB12345678A6B90000099' }, 'values.code', 'reporting.notEntered'],
      [{ nothing: 1 }, 'values.nothing', 'reporting.notEntered'],
      [{ mass: '-1' }, 'values.mass', 'check.decimal'],
      [{ mass: '1.0005' }, 'values.mass', 'check.decimals?max=3'],
      [{ sourceUscc: '1' }, 'values.sourceUscc', 'check.creditCodeOrDuns'],
      [{ sourceKind: 'nobody' }, 'values.sourceKind', 'reporting.choice'],
    ] as const)
      expect(await correct(reports, values)).toMatchObject({ status: 400, data: [{ path, key }] });
    expect((await correct(reports, { contractNo: 'x' }, ' ')).status).toBe(400);
    expect(await correct(reports, { contractNo: 'x' })).toMatchObject({ status: 200 });
    expect((await desk.report(reports[0] as string)).payload.contractNo).toBe('x');
    await correct(reports, { contractNo: null });
    expect((await desk.report(reports[0] as string)).payload.contractNo).toBeUndefined();
  });
});

describe('states', () => {
  test('change only along the life cycle, in the database as well', async () => {
    const { pool } = desk.stock.office.server.services;
    const { reports } = await desk.receive();
    const to = (state: number, attempts: string) =>
      pool.query(`update reports set state = $2, attempts = ${attempts}, reported_at = now() where id = $1`, [
        reports[0],
        state,
      ]);
    for (const [state, attempts] of [
      [3, 'attempts'],
      [4, 'attempts'],
      [2, 'attempts'],
      [1, 'attempts + 1'],
    ] as const)
      await expect(to(state, attempts)).rejects.toMatchObject({ code: '23514' });
    await to(2, 'attempts + 1');
    await expect(to(1, 'attempts')).rejects.toMatchObject({ code: '23514' });
    await to(4, 'attempts');
    await expect(to(3, 'attempts')).rejects.toMatchObject({ code: '23514' });
    await to(2, 'attempts + 1');
    await to(3, 'attempts');
    for (const state of [1, 2, 4])
      await expect(to(state, 'attempts')).rejects.toMatchObject({ code: '23514' });
  });

  test('depend on voiding: the document of a report under way or accepted cannot be voided', async () => {
    const { step } = desk.stock;
    const { id, reports } = await desk.receive();
    await desk.submit(reports);
    expect(await step('/receipt', id, 'void', { reason: '错' })).toMatchObject({
      status: 409,
      data: [{ key: 'rule.document.reported?count=1' }],
    });
    const other = await desk.receive();
    expect(await step('/receipt', other.id, 'void', { reason: '错' })).toMatchObject({ status: 200 });
    expect(await problemsOf(other.reports)).toEqual([{ field: '', key: 'reporting.voided', place: null }]);
    const list = await desk.stock.office.get(`/reporting/findPage?search=${other.codes[0]}`);
    expect(list.data.total).toBe(0);
  });

  test('do not allow both of a concurrent submission and voiding', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, reports } = await desk.receive();
      const [submitted, voided] = await Promise.all([
        desk.submit(reports),
        desk.stock.step('/receipt', id, 'void', { reason: '错' }),
      ]);
      expect([submitted.data.submitted, voided.status]).toSatisfy(
        ([sent, status]) => (sent === 1) === (status === 409),
      );
    }
  });
});

describe('the clock', () => {
  const scrap = async (day?: string) => {
    const code = desk.stock.newCode();
    const received = await desk.stock.draft(
      '/receipt',
      {
        preset: 'purchase',
        storeId: desk.stock.store,
        enterpriseId: desk.stock.supplier,
        ...(day && { day }),
      },
      [{ code, kg: '100', location: 'L1' }],
    );
    await desk.stock.step('/receipt', received, 'post');
    const id = await desk.stock.draft(
      '/scrap',
      { preset: 'coded', storeId: desk.stock.store, reason: '外壳破损', ...(day && { day }) },
      [{ code }],
    );
    const approver = await desk.stock.office.staff(5412);
    await desk.stock.step('/scrap', id, 'submit');
    expect(await desk.stock.step('/scrap', id, 'approve', {}, approver)).toMatchObject({ status: 200 });
    return { id, code, report: (await desk.reportsOf(id))[0] as string };
  };

  test('of scrapping starts with the document before April 2026', async () => {
    const { report } = await scrap('2026-02-10');
    // 15 working days: 11 to 14 February, 24 to 28 February, 2 to 6 and 9 March.
    expect(await desk.report(report)).toMatchObject({
      type: 6,
      clockDay: '2026-02-10',
      dueDay: '2026-03-09',
      overdue: false,
    });
  });

  test('of scrapping starts with the hand-over from April 2026 on, and stops when that is voided', async () => {
    const { office } = desk.stock;
    await office.later(35 * 86_400_000);
    const day = '2026-04-04';
    const { code, report } = await scrap(day);
    expect(await desk.report(report)).toMatchObject({
      clockDay: null,
      dueDay: null,
      rule: { event: 'handover' },
    });
    const count = async (name: string) =>
      (await office.get('/reporting/count')).data.types.find(({ type }: { type: number }) => type === 6)?.[
        name
      ];
    expect(await count('notStarted')).toBe(1);
    const header = { preset: 'supplier', storeId: desk.stock.store, enterpriseId: desk.stock.supplier, day };
    const issue = await desk.stock.draft('/issue', header, [{ code }]);
    const approver = await office.staff(5212);
    await desk.stock.step('/issue', issue, 'submit');
    expect(await desk.stock.step('/issue', issue, 'approve', {}, approver)).toMatchObject({ status: 200 });
    expect(await desk.report(report)).toMatchObject({
      clockDay: day,
      dueDay: '2026-05-04',
      payload: { destName: '某拆解厂', destUscc: '91350100M000100Y43', sourceUscc: '91350100M000100Y43' },
    });
    expect(await count('notStarted')).toBe(0);
    expect(await desk.stock.step('/issue', issue, 'void', { reason: '错' })).toMatchObject({ status: 200 });
    expect(await desk.report(report)).toMatchObject({ clockDay: null, dueDay: null });
  });

  test('follows a rule of the tenant', async () => {
    const { office } = desk.stock;
    const header = {
      preset: 'purchase',
      storeId: desk.stock.store,
      enterpriseId: desk.stock.supplier,
      day: '2026-04-05',
    };
    const lines = [{ code: desk.stock.newCode(), kg: '100', location: 'L1' }];
    const receipt = await desk.stock.draft('/receipt', header, lines);
    await desk.stock.step('/receipt', receipt, 'post');
    const [id] = (await desk.reportsOf(receipt)) as [string];
    const before = (await desk.report(id)).dueDay;
    expect(before).toBe('2026-05-05');
    const rule = {
      type: 8,
      enterpriseKind: null,
      firstDay: '2026-04-01',
      event: 'document',
      days: 3,
      unit: 'calendar',
    };
    const saved = await office.post('/reportingRule/save', { ...rule, clause: '内部规定' });
    await desk.send();
    expect(await desk.report(id)).toMatchObject({ dueDay: '2026-04-08', rule: { clause: '内部规定' } });
    await office.later(4 * 86_400_000);
    expect(await desk.report(id)).toMatchObject({ overdue: true });
    const overdue = await office.get('/reporting/findPage?when=overdue&type=8');
    expect(overdue.data.list.map((each: { id: string }) => each.id)).toContain(id);
    expect(await office.remove(`/reportingRule/delete?id=${saved.data.id}`)).toMatchObject({ status: 200 });
    await desk.send();
    expect(await desk.report(id)).toMatchObject({ dueDay: before });
    const shipped = (await office.get('/reportingRule/findAll')).data.find(
      ({ own }: { own: boolean }) => !own,
    );
    expect((await office.remove(`/reportingRule/delete?id=${shipped.id}`)).status).toBe(404);
  });
});

test('the desk lists what is due first, then what has been reported, newest first', async () => {
  const [reported, [late], [due]] = [
    (await desk.receive(2)).reports,
    (await desk.receive()).reports,
    (await desk.receive()).reports,
  ];
  await desk.submit(reported);
  await desk.send();
  const { office } = desk.stock;
  const day = (id: string | undefined, to: string) =>
    office.server.services.pool.query('update reports set due_day = $2 where id = $1', [id, to]);
  await day(late, '2026-01-01');
  await day(due, '2026-01-02');
  const { list } = (await office.get('/reporting/findPage?size=500')).data as {
    list: { id: string; state: number; dueDay: string | null; day: string }[];
  };
  expect(list.slice(0, 2).map(({ id }) => id)).toEqual([late, due]);
  const open = list.filter(({ state }) => state !== 3);
  expect(list.slice(0, open.length)).toEqual(open);
  const dues = open.map(({ dueDay }) => dueDay ?? '9999');
  expect(dues).toEqual([...dues].sort());
  const days = list.slice(open.length).map((each) => each.day);
  expect(days.length).toBeGreaterThanOrEqual(2);
  expect(days).toEqual([...days].sort().reverse());
});
