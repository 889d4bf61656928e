import { passportRights } from '@voltloop/contract';
import { documentRights, rightOfStep } from '@voltloop/resource-kit';
import { issueKind } from '@voltloop/resources/issue/issue.resource.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { setUp } from '../../../testing/set-up.ts';
import { startTestStock } from '../../../testing/stock.ts';

/** Passports: access classes, their life over production, scrapping and recycling, JSON-LD, and hostile addresses. */

const stock = setUp(startTestStock);
let model: string;
const GTIN = '09506000134352';
beforeAll(async () => {
  model = await stock.office.make('/passportModel', {
    name: 'HomeStore 5',
    categoryId: stock.categories.pack,
    euCategory: 'stationary',
    gtin: GTIN,
    operatorId: stock.supplier,
  });
});

type Json = Record<string, never>;
const fetchPage = (
  url: string,
  headers: Record<string, string> = { accept: 'text/html' },
  from = '192.0.2.1',
) => stock.office.server.app.inject({ url, headers, remoteAddress: from });
const dataOf = async (url: string) =>
  JSON.parse((await fetchPage(url, { accept: 'application/ld+json' })).body);
const view = async (id: string, as?: string) =>
  (await stock.office.get(`/batteryPassport/view?id=${id}`, as)).data;
const valueIn = (page: { values: { code: string }[] }, code: string) =>
  page.values.find((each) => each.code === code) as Json | undefined;
const entered = (code: string, value: string | null, more: object = {}) => ({
  code,
  value,
  day: stock.day,
  ...more,
});

async function received(more: object = {}): Promise<string> {
  const code = stock.newCode();
  await stock.receive([{ code, kg: '50', location: 'L1' }]);
  const { id, version } = await stock.batteryOf(code);
  const changed = await stock.office.post('/battery/update', {
    id,
    version,
    categoryId: stock.categories.pack,
    ...more,
  });
  expect(changed.status, JSON.stringify(changed)).toBe(200);
  return code;
}
/** Issues a passport for a battery; returns its id and its public address. */
async function issue(code: string, more: object = {}): Promise<{ id: string; url: string }> {
  const { id: batteryId } = await stock.batteryOf(code);
  const id = await stock.office.make('/batteryPassport', {
    batteryId,
    modelId: model,
    madeAs: 'repurposed',
    placedOn: stock.day,
    ...more,
  });
  return { id, url: (await view(id)).url };
}

describe('a passport', () => {
  test('has an unguessable address, and both of its addresses lead to it', async () => {
    const code = await received();
    const { id, url } = await issue(code);
    expect(url).toMatch(new RegExp(`^/01/${GTIN}/21/[0-9A-F]{20}$`));
    const serial = url.split('/').at(-1) as string;
    for (const address of [url, `${url}?linkType=gs1:pip`, `/passport/${serial}`]) {
      const page = await fetchPage(address);
      expect(page.statusCode).toBe(200);
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(page.body).toContain(code);
      expect(page.body).not.toContain('<script');
    }
    expect((await fetchPage(`/01/00012345600012/21/${serial}`)).statusCode).toBe(404);
    const again = await stock.office.post('/batteryPassport/insert', {
      batteryId: (await stock.batteryOf(code)).id,
      modelId: model,
      madeAs: 'original',
      placedOn: stock.day,
    });
    expect(again).toMatchObject({ status: 400, data: [{ path: 'batteryId', key: 'resource.taken' }] });
    await stock.office.post('/passportModel/update', { id: model, version: 1, gtin: '00012345600012' });
    expect((await view(id)).url).toBe(url);
    await expect(
      stock.office.server.services.pool.query('update passports set serial = $1 where id = $2', [
        `${'0'.repeat(20)}`,
        id,
      ]),
    ).rejects.toThrow('never changed');
    const { version } = (await stock.office.get(`/passportModel/findById?id=${model}`)).data;
    await stock.office.post('/passportModel/update', { id: model, version, gtin: GTIN });
  });

  test('shows the origin of each value, and counts missing ones', async () => {
    const code = await received({ ratedCapacityAh: '100', enterpriseId: stock.supplier });
    const { id } = await issue(code);
    const page = await view(id);
    expect(valueIn(page, 'ratedCapacity')).toMatchObject({ value: '100', origin: 'battery', source: code });
    expect(valueIn(page, 'nominalVoltage')).toMatchObject({ value: '51.2', origin: 'category' });
    expect(valueIn(page, 'manufacturerId')).toMatchObject({
      value: '某拆解厂, 91350100M000100Y43',
      origin: 'enterprise',
    });
    expect(valueIn(page, 'category')).toMatchObject({ value: 'stationary', origin: 'model' });
    expect(valueIn(page, 'carbonFootprint')).toMatchObject({ value: null, has: false, origin: null });
    expect(valueIn(page, 'exhaustionThreshold')).toBeUndefined();
    expect(page.duty).toMatchObject({ required: 'later', from: '2027-02-18' });
    expect(page.present).toBeLessThan(page.mandatory);
    const saved = await stock.office.post('/passportModel/saveValues', {
      id: model,
      values: [
        entered('carbonFootprint', '61.5', { source: 'Study 7' }),
        entered('carbonStudy', 'https://example.com/study.pdf'),
      ],
    });
    expect(saved.data).toEqual({ changed: 2 });
    const now = await view(id);
    expect(now.present).toBe(page.present + 2);
    expect(valueIn(now, 'carbonFootprint')).toMatchObject({
      value: '61.5',
      origin: 'enteredForModel',
      source: 'Study 7',
      at: stock.day,
    });
  });

  test('takes measured values from the latest signed test report', async () => {
    const code = await received({ ratedCapacityAh: '100', ratedVoltageV: '51.2', ratedEnergyKwh: '5.12' });
    const { id: batteryId } = await stock.batteryOf(code);
    const { id } = await issue(code);
    const before = await view(id);
    expect(valueIn(before, 'remainingCapacity')).toMatchObject({ has: false });
    const scheme = await stock.office.make('/gradingScheme', {
      name: `分级 ${code}`,
      revision: '1',
      firstDay: '2020-01-01',
      bands: [{ grade: 'A', fromPct: '1' }],
    });
    await stock.step('/gradingScheme', scheme, 'release');
    const none = { swelling: 0, leak: 0, burn: 0, deformation: 0, water: 0, exposed: 0, hot: 0, odour: 0 };
    const report = await stock.office.make('/testReport', {
      batteryId,
      testDay: stock.day,
      method: 'discharge',
      operator: '王工',
      ambientC: '25',
      ...none,
      capacityAh: '82',
      dcirMohm: '12',
      freshDcirMohm: '10',
    });
    expect(await stock.step('/testReport', report, 'sign')).toMatchObject({ status: 200 });
    const page = await view(id);
    expect(valueIn(page, 'remainingCapacity')).toMatchObject({
      value: '82',
      origin: 'testReport',
      at: stock.day,
    });
    expect(valueIn(page, 'capacityFade')).toMatchObject({ value: '18' });
    expect(valueIn(page, 'resistanceIncrease')).toMatchObject({ value: '20', sourceId: report });
  });
});

describe('values of an access class', () => {
  test('are visible only to readers of that class', async () => {
    const { id, url } = await issue(await received({ cycleCount: 321 }));
    await stock.office.post('/passportModel/saveValues', {
      id: model,
      values: [
        entered('cathodeMaterials', 'RESTRICTED-L'),
        entered('conformityTestReports', 'https://example.com/RESTRICTED-N'),
        entered('criticalRawMaterials', 'Lithium'),
      ],
    });
    const plain = await stock.office.staff(passportRights.see);
    const interest = await stock.office.staff(passportRights.see, passportRights.interest);
    const authority = await stock.office.staff(passportRights.see, passportRights.authority);
    const readBy = async (as: string) => {
      const page = await view(id, as);
      return ['criticalRawMaterials', 'cathodeMaterials', 'fullCycles', 'conformityTestReports'].map(
        (code) => {
          const { value, hidden, has } = valueIn(page, code) as Json;
          return hidden ? `hidden ${has}` : value;
        },
      );
    };
    expect(await readBy(plain)).toEqual(['Lithium', 'hidden true', 'hidden true', 'hidden true']);
    expect(await readBy(interest)).toEqual(['Lithium', 'RESTRICTED-L', '321', 'hidden true']);
    expect(await readBy(authority)).toEqual([
      'Lithium',
      'RESTRICTED-L',
      '321',
      'https://example.com/RESTRICTED-N',
    ]);
    expect(
      (await stock.office.get(`/batteryPassport/view?id=${id}`, await stock.office.staff(1100))).status,
    ).toBe(403);
    expect((await stock.office.get(`/batteryPassport/view?id=${id}`, stock.office.stranger)).status).toBe(
      404,
    );
    for (const path of [url, `${url}/jsonld`]) {
      const { body } = await fetchPage(path);
      expect(body).toContain('Lithium');
      expect(body).not.toContain('RESTRICTED');
      expect(body).not.toContain('fullCycles');
    }
    const history = (as: string) => stock.office.get(`/passportModel/values?id=${model}`, as);
    const models = await stock.office.staff(passportRights.models);
    expect(JSON.stringify((await history(models)).data)).not.toContain('RESTRICTED');
  });

  test('are entered in their format and at their owner, and keep their history', async () => {
    const { id } = await issue(await received());
    const save = (values: object[], as?: string) =>
      stock.office.post('/batteryPassport/saveValues', { id, values }, as);
    expect(await save([entered('accidents', 'none')])).toMatchObject({ data: { changed: 1 } });
    expect(await save([entered('accidents', 'none')])).toMatchObject({ data: { changed: 0 } });
    expect(await save([entered('accidents', 'dropped in transit')])).toMatchObject({ data: { changed: 1 } });
    expect(await save([entered('accidents', null)])).toMatchObject({ data: { changed: 1 } });
    const { data } = await stock.office.get(`/batteryPassport/values?id=${id}`);
    expect(data.values).toEqual([]);
    expect(data.history.map(({ value }: Json) => value)).toEqual([null, 'dropped in transit', 'none']);
    const refused = async (value: object, as?: string) => {
      const reply = await save([value], as);
      return [reply.status, reply.data?.[0]?.key ?? null];
    };
    expect(await refused(entered('carbonFootprint', '1'))).toEqual([400, 'rule.passport.notEntered']);
    expect(await refused(entered('ratedCapacity', '1'))).toEqual([400, 'rule.passport.notEntered']);
    expect(await refused(entered('constructor', '1'))).toEqual([400, 'rule.passport.notEntered']);
    expect(await refused(entered('deepDischarges', 'many'))).toEqual([400, 'check.decimal']);
    expect(await refused(entered('accidents', 'x', { day: '2099-01-01' }))).toEqual([
      400,
      'rule.passport.day',
    ]);
    expect(await refused(entered('accidents', 'x'), await stock.office.staff(passportRights.enter))).toEqual([
      400,
      'rule.passport.restricted',
    ]);
    expect(await refused(entered('accidents', 'x'), await stock.office.staff(passportRights.see))).toEqual([
      403,
      null,
    ]);
    expect(await refused(entered('accidents', 'x'), stock.office.stranger)).toEqual([404, null]);
    const { rows } = await stock.office.server.services.pool.query(
      `select details from audit where action = 'passport.values' and object_id = $1 order by seq`,
      [id],
    );
    expect(rows.map(({ details }) => details.values.accidents)).toEqual([
      { from: null, to: 'none' },
      { from: 'none', to: 'dropped in transit' },
      { from: 'dropped in transit', to: null },
    ]);
  });
});

describe('the life of a passport', () => {
  const statusOf = async (id: string) => (await view(id)).status;

  test('follows a battery to waste and through recycling, and is restored when documents are voided', async () => {
    const code = await received();
    const { id, url } = await issue(code, { madeAs: 'original' });
    expect(await statusOf(id)).toBe('original');
    const scrap = async () => {
      const header = { preset: 'coded', storeId: stock.store, reason: '外壳破损' };
      const made = await stock.draft('/scrap', header, [{ code }]);
      expect(await stock.approve('/scrap', made)).toMatchObject({ status: 200 });
      return made;
    };
    const first = await scrap();
    expect(await statusOf(id)).toBe('waste');
    expect(await stock.step('/scrap', first, 'void', { reason: '录入错误' })).toMatchObject({ status: 200 });
    expect(await statusOf(id)).toBe('original');
    await scrap();
    const { id: run, reply } = await stock.recycle('crush', [
      { code, side: 'in' },
      { side: 'out', lotNo: `BM-${code}`, material: 'black_mass', chemistry: 'B', kg: '50' },
    ]);
    expect(reply).toMatchObject({ status: 200 });
    expect(await statusOf(id)).toBe('ceased');
    const page = await fetchPage(`${url}?lang=zh`);
    expect([page.statusCode, page.body.includes('已终止'), page.body.includes('51.2')]).toEqual([
      410,
      true,
      false,
    ]);
    const data = await fetchPage(url, { accept: 'application/ld+json' });
    expect([data.statusCode, JSON.parse(data.body)]).toMatchObject([410, { ended: 'ceased' }]);
    expect(JSON.parse(data.body).attributes).toBeUndefined();
    const late = { id, values: [entered('accidents', 'x')] };
    expect(await stock.office.post('/batteryPassport/saveValues', late)).toMatchObject({ status: 409 });

    expect(await stock.step('/recyclingRun', run, 'void', { reason: '录入错误' })).toMatchObject({
      status: 200,
    });
    expect(await statusOf(id)).toBe('waste');
    const { status, events } = await view(id);
    expect(status).toBe('waste');
    const was = ['original', 'waste', 'original', 'waste', 'ceased', 'waste'];
    expect(events.map((event: Json) => event.status)).toEqual(was.toReversed());
    expect((await fetchPage(url)).statusCode).toBe(200);
  });

  test('continues in the passport of the product that its battery becomes a part of, until that is voided', async () => {
    const parts = [stock.newCode('module'), stock.newCode('module')];
    await stock.receive(parts.map((code) => ({ code, kg: '10', location: 'L1' })));
    const product = stock.newProduct('pack');
    const { id: made, reply: posted } = await stock.produce(
      [{ code: product, location: 'L1' }, ...parts.map((code) => ({ code, product }))],
      { cascadeType: 2, toStoreId: stock.second, targetStandard: 'GB/T 36276' },
    );
    expect(posted.status, JSON.stringify(posted)).toBe(200);
    const of = { modelId: await moduleModel() };
    const first = await issue(parts[0] as string, { ...of, madeAs: 'original' });
    const whole = await issue(product);
    expect(await view(first.id)).toMatchObject({ after: { batteryCode: product, url: whole.url } });
    expect((await view(whole.id)).before).toMatchObject([{ batteryCode: parts[0], url: first.url }]);
    expect((await fetchPage(first.url)).body).toContain(whole.url);
    expect(await dataOf(whole.url)).toMatchObject({ previous: [first.url] });
    expect(await stock.step('/production', made, 'void', { reason: '漏焊' })).toMatchObject({ status: 200 });
    expect(await view(first.id)).toMatchObject({ after: null });
    expect((await dataOf(whole.url)).previous).toBeUndefined();
  });

  const moduleModel = () =>
    stock.office.make('/passportModel', {
      name: 'Module',
      categoryId: stock.categories.module,
      euCategory: 'ev',
    });

  test('ends when it is withdrawn: another may be issued, and documents no longer change it', async () => {
    const code = await received();
    const { id, url } = await issue(code);
    expect(await stock.step('/batteryPassport', id, 'withdraw', { reason: '型号选错' })).toMatchObject({
      status: 200,
    });
    expect((await fetchPage(url)).statusCode).toBe(410);
    const next = await issue(code);
    expect(next.url).not.toBe(url);
    const scrap = await stock.draft('/scrap', { preset: 'coded', storeId: stock.store, reason: '外壳破损' }, [
      { code },
    ]);
    await stock.approve('/scrap', scrap);
    expect([await statusOf(id), await statusOf(next.id)]).toEqual(['withdrawn', 'waste']);
  });
});

test('passports are proposed for batteries sold to customers on the EU market', async () => {
  const codes = [await received(), await received()] as [string, string];
  const customer = async (country: string) =>
    stock.office.make('/client', { clientName: `Client ${country}`, customerType: 1, country });
  for (const [n, country] of ['DE', 'CN'].entries()) {
    const { reply } = await stock.issue({ preset: 'sale', customerId: await customer(country) }, [
      { code: codes[n] },
    ]);
    expect(reply.status, JSON.stringify(reply)).toBe(200);
  }
  const proposed = async () =>
    (await stock.office.get('/batteryPassport/proposed')).data.filter((each: { batteryCode: string }) =>
      codes.includes(each.batteryCode),
    );
  expect(await proposed()).toMatchObject([
    { batteryCode: codes[0], country: 'DE', modelId: model, day: stock.day, required: 'later' },
  ]);
  await issue(codes[0]);
  expect(await proposed()).toEqual([]);
});

describe('the public address', () => {
  test('returns JSON-LD to machines, with its own context and a source and a date for each value', async () => {
    const code = await received();
    const { url } = await issue(code, { previousUrl: 'https://example.com/old' });
    for (const headers of [
      { accept: 'application/ld+json' },
      { accept: 'application/json' },
      { accept: '*/*' },
    ]) {
      const reply = await fetchPage(url, headers);
      expect([reply.statusCode, reply.headers['content-type']]).toEqual([
        200,
        'application/ld+json; charset=utf-8',
      ]);
    }
    const data = JSON.parse((await fetchPage(`${url}/jsonld`)).body);
    expect(data).toMatchObject({
      '@context': { schema: 'https://schema.org/' },
      '@id': url,
      '@type': 'BatteryPassport',
      vocabulary: 'battery-pass-1.2-2025-01',
      previous: ['https://example.com/old'],
    });
    expect(data.attributes.find((each: Json) => each.code === 'nominalVoltage')).toMatchObject({
      '@type': 'Attribute',
      group: 'performance',
      value: 51.2,
      unit: 'V',
      source: { origin: 'category' },
    });
    for (const { date } of data.attributes) expect(date).toMatch(/^\d{4}-\d{2}-\d{2}/);
    expect(data.attributes.some((each: { code: string }) => each.code === 'status')).toBe(false);
  });

  test('uses the language of the reader', async () => {
    const { url } = await issue(await received());
    const lang = async (query: string, accepted: string) =>
      /<html lang="([^"]+)"/.exec(
        (await fetchPage(url + query, { accept: 'text/html', 'accept-language': accepted })).body,
      )?.[1];
    expect(await lang('', 'zh-CN,zh;q=0.9')).toBe('zh-CN');
    expect(await lang('', 'de-DE,en;q=0.5')).toBe('en');
    expect(await lang('?lang=zh', 'en')).toBe('zh-CN');
    expect((await fetchPage(`${url}?lang=zh`)).body).toContain('数字身份证编号');
  });

  test('escapes entered texts', async () => {
    const { url } = await issue(await received());
    await stock.office.post('/passportModel/saveValues', {
      id: model,
      values: [entered('hazardousImpacts', `"><img src=x onerror=alert(1)> & 'quoted'`)],
    });
    const { body } = await fetchPage(url);
    expect(body).toContain('&quot;&gt;&lt;img src=x onerror=alert(1)&gt; &amp; &#39;quoted&#39;');
    expect(body).not.toContain('<img');
  });

  test.each([
    '/passport/NONE',
    '/passport/00000000000000000000',
    '/passport/%00',
    '/passport/..%2F..%2Fetc',
    `/passport/${'A'.repeat(90)}`,
    "/passport/'%20or%201=1--",
    '/01/1/21/00000000000000000000',
    `/01/${GTIN}/21/NONE`,
    '/passport/0123456789abcdef0123/jsonld',
  ])('answers not found at %s, without details', async (url) => {
    const reply = await fetchPage(url, { accept: 'text/html' }, '192.0.2.7');
    expect([400, 404, 414]).toContain(reply.statusCode);
    expect(reply.body).not.toContain('select');
  });

  test('is rate limited for each client address', async () => {
    const { url } = await issue(await received());
    const statuses = [];
    for (let n = 0; n < 64; n++)
      statuses.push((await fetchPage(url, { accept: 'text/html' }, '198.51.100.9')).statusCode);
    expect(statuses.slice(0, 50).every((each) => each === 200)).toBe(true);
    expect(statuses.at(-1)).toBe(429);
    expect((await fetchPage(url, { accept: 'text/html' }, '198.51.100.10')).statusCode).toBe(200);
  });
});

test('a sale to the EU market without passport raises a warning once the regulation requires one', async () => {
  const codes = [await received(), await received()] as [string, string];
  const customerId = await stock.office.make('/client', { clientName: 'FR', customerType: 1, country: 'FR' });
  const days = Math.ceil((Date.parse('2027-03-01') - Date.parse(stock.day)) / 86_400_000);
  await stock.office.later(days * 86_400_000);
  const day = '2027-03-01';
  await issue(codes[1], { placedOn: day });
  const id = await stock.draft(
    '/issue',
    { preset: 'sale', storeId: stock.store, customerId, day },
    codes.map((code) => ({ code })),
  );
  expect(await stock.step('/issue', id, 'submit')).toMatchObject({ status: 200 });
  // The sessions have expired by then.
  const approver = await stock.office.staff(
    rightOfStep(issueKind.resource, { right: documentRights.approve }),
  );
  const reply = await stock.step('/issue', id, 'approve', {}, approver);
  expect(reply.data, JSON.stringify(reply)).toMatchObject([
    { path: 'customerId', key: expect.stringContaining(`rule.passport.soldWithout?code=${codes[0]}`) },
  ]);
});
