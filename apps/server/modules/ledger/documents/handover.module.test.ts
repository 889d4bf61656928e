import { rightOf } from '@voltloop/resource-kit';
import { chinaDay } from '@voltloop/resources/days.ts';
import { issue } from '@voltloop/resources/issue/issue.resource.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { setUp } from '../../../testing/set-up.ts';
import { startTestStock } from '../../../testing/stock.ts';

const stock = setUp(startTestStock);
/** A main account, an account that approves issues, and one with the right to override refusals. */
let main: string;
let approver: string;
let chief: string;
let day: string;
beforeAll(async () => {
  const { server } = stock.office;
  server.clock.now = new Date('2026-11-20T02:00:00Z');
  day = chinaDay(server.clock.now);
  main = (await server.signIn(stock.office.main.userName)).token;
  approver = await stock.office.staff(5212, rightOf(issue));
  chief = await stock.office.staff(5212, 5217);
});

const post = (path: string, body: object, as = main) => stock.office.post(path, body, as);
const make = async (path: string, row: object) => {
  const reply = await post(`${path}/insert`, row);
  expect(reply, JSON.stringify(reply.data)).toMatchObject({ status: 200 });
  return reply.data.id as string;
};
let serial = 0;
const enterprise = (name: string, more: object) =>
  make('/enterprise', {
    name,
    duns: String(100_000_000 + ++serial),
    contact: '王',
    phone: '13800138000',
    address: '某路',
    ...more,
  });
const permits = (...types: number[]) =>
  types.map((type) => ({ type, no: `N${type}`, validTo: '2027-01-01' }));
const driver = (name: string, certificate: string) =>
  make('/driver', {
    name,
    mobile: '13900139000',
    licenceNo: `44030019850615${++serial}`.slice(0, 18),
    licenceClass: 'B2',
    dangerousGoodsCertNo: 'D1',
    dangerousGoodsCertValidTo: certificate,
  });
/** A draft of a hand-over, or sale, of one scrapped or available pack. */
async function drafted(header: { preset: string } & Record<string, unknown>): Promise<string> {
  const code = stock.newCode();
  const take = async (path: string, given: object, lines: object[], ...steps: [string, string][]) => {
    const id = await make(path, { day, storeId: stock.store, ...given });
    await post(`${path}/saveLines`, { id, lines: lines.map((line) => ({ clientKey: 'k', ...line })) });
    for (const [step, as] of steps) expect((await post(`${path}/step`, { id, step }, as)).status).toBe(200);
    return id;
  };
  const line = { code, kg: '400', location: 'L1', condition: 'available' };
  await take('/receipt', { preset: 'collection', enterpriseId: stock.supplier }, [line], ['post', main]);
  if (header.preset === 'handover') {
    const other = await stock.office.staff(5412);
    const scrap = { preset: 'coded', reason: '漏液' };
    await take('/scrap', scrap, [{ code }], ['submit', main], ['approve', other]);
  }
  return take('/issue', header, [{ code }]);
}
async function submitted(header: Parameters<typeof drafted>[0]): Promise<string> {
  const id = await drafted(header);
  expect((await post('/issue/step', { id, step: 'submit' }, main)).status).toBe(200);
  return id;
}
const approve = (id: string, more: object = {}, as = approver) =>
  post('/issue/step', { id, step: 'approve', ...more }, as);
const refusals = ({ data }: { data: { path: string; key: string }[] }) =>
  data.map(({ path, key }) => `${path} ${key.split('?')[0]?.replace('rule.counterparty.', '')}`);

describe('a hand-over of scrap', () => {
  test('is refused with every broken rule, its clause and enterprise; the check reports the same', async () => {
    const enterpriseId = await enterprise('无证再生厂', { kind: 6 });
    const id = await submitted({ preset: 'handover', enterpriseId });
    const reply = await approve(id);
    expect(reply).toMatchObject({ status: 409, code: 4_090_001 });
    expect(refusals(reply)).toEqual([
      'enterpriseId noPermit',
      'enterpriseId noPermit',
      'carrierId noCarrier',
      'plate noPlate',
      'driverId noDriver',
      'escortId noEscort',
      'waybillNo noWaybill',
    ]);
    const about = new URLSearchParams(reply.data[0].key.split('?')[1]);
    expect(Object.fromEntries(about)).toMatchObject({
      rule: 'environmentalApproval',
      of: 'enterprise',
      id: enterpriseId,
      name: '无证再生厂',
      clause_zh: expect.stringContaining('第十八条'),
    });
    const checker = await stock.office.staff(rightOf(issue, 'update'));
    expect((await post('/issue/check', { id }, checker)).data.problems).toEqual(reply.data);
  });

  test('is posted in spite of them with the right to override and a reason; both are stored', async () => {
    const enterpriseId = await enterprise('应急再生厂', { kind: 6 });
    const id = await submitted({ preset: 'handover', enterpriseId });
    const warned = await approve(id, {}, chief);
    expect(warned).toMatchObject({
      status: 409,
      code: 4_090_003,
      data: [{ overrides: true }, {}, {}, {}, {}, {}, {}],
    });
    const confirmed = warned.data.map(({ path, key }: { path: string; key: string }) => ({ path, key }));
    expect((await approve(id, { confirmed }, approver)).code).toBe(4_090_001);
    expect(await approve(id, { confirmed }, chief)).toMatchObject({
      status: 400,
      data: [{ path: 'reason', key: 'resource.required' }],
    });
    const reason = '应急处置，主管部门已同意';
    expect(await approve(id, { confirmed, reason }, chief)).toMatchObject({ status: 200 });
    const course = (await stock.office.get(`/issue/course?id=${id}`, main)).data;
    expect(course.confirmed).toHaveLength(7);
    expect(course.confirmed[0]).toMatchObject({ reason, by: course.events.at(-1).by });
    expect(course.events.at(-1)).toMatchObject({ step: 'approve', reason });
  });

  test('with permits, carrier, staff and papers is posted, until a paper expires', async () => {
    const good = {
      preset: 'handover',
      enterpriseId: await enterprise('有证再生厂', { kind: 6, permits: permits(5, 6) }),
      carrierId: await enterprise('危运公司', { kind: 7, permits: permits(4) }),
      driverId: await driver('张师傅', '2027-01-01'),
      escortId: await driver('李师傅', '2027-01-01'),
      plate: '闽D12345',
      waybillNo: 'YD-1',
    };
    expect(await approve(await submitted(good))).toMatchObject({ status: 200 });
    const late = { ...good, escortId: await driver('陈师傅', '2026-11-19') };
    expect(refusals(await approve(await submitted(late)))).toEqual(['escortId noCertificate']);
  });

  test('to a disabled enterprise is refused', async () => {
    const enterpriseId = await enterprise('停用厂', { kind: 6, permits: permits(5, 6) });
    const id = await submitted({ preset: 'handover', enterpriseId });
    await post('/enterprise/step', { id: enterpriseId, step: 'disable' });
    expect(refusals(await approve(id))[0]).toBe('enterpriseId blocked');
  });
});

describe('a sale', () => {
  const customer = (more: object = {}) =>
    make('/client', { clientName: `客户 ${++serial}`, customerType: 0, ...more });

  test('to a blocked customer is refused, as is a purchase from one', async () => {
    const customerId = await customer({ blocked: 1 });
    expect(refusals(await approve(await submitted({ preset: 'sale', customerId })))).toEqual([
      'customerId blocked',
    ]);
    const id = await make('/receipt', { preset: 'collection', day, storeId: stock.store, customerId });
    const lines = [{ clientKey: 'k', code: stock.newCode(), kg: '400', location: 'L1' }];
    await post('/receipt/saveLines', { id, lines });
    const buyer = await stock.office.staff(5014);
    expect(refusals(await post('/receipt/step', { id, step: 'post' }, buyer))).toEqual([
      'customerId blocked',
    ]);
  });

  test('for a forbidden use cannot be overridden', async () => {
    const id = await drafted({ preset: 'sale', customerId: await customer(), declaredUse: '3' });
    const reply = await post('/issue/step', { id, step: 'submit' }, main);
    expect(reply.code).toBe(4_090_001);
    expect(refusals(reply)).toEqual(['declaredUse forbiddenUse']);
    const stored = { preset: 'sale', customerId: await customer(), declaredUse: '1' };
    const allowed = await submitted(stored);
    // The battery has no test report.
    const { data } = await approve(allowed);
    const confirmed = data.map(({ path, key }: { path: string; key: string }) => ({ path, key }));
    expect(await approve(allowed, { confirmed, reason: '已检测' })).toMatchObject({ status: 200 });
  });
});
