import { rightOfStep } from '@voltloop/resource-kit';
import { issueKind } from '@voltloop/resources/issue/issue.resource.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { setUp } from '../../../testing/set-up.ts';
import { startTestStock } from '../../../testing/stock.ts';

/** Batteries need a test before their echelon use, from the day of that rule on. */

const stock = setUp(startTestStock);
const RULE = '2026-04-01';
let approver: string;

const inStore = async (...codes: string[]) => {
  const { reply } = await stock.receive(codes.map((code) => ({ code, kg: '400', location: 'L1' })));
  expect(reply, JSON.stringify(reply)).toMatchObject({ status: 200 });
};
const sign = async (code: string, more: object = {}) => {
  const { id: batteryId } = await stock.batteryOf(code);
  const safety = ['swelling', 'leak', 'burn', 'deformation', 'water', 'exposed', 'hot', 'odour'];
  const id = await stock.office.make('/testReport', {
    batteryId,
    testDay: stock.day,
    method: 'discharge',
    operator: '李工',
    ambientC: '25',
    ratedCapacityAh: '100',
    capacityAh: '90',
    instrumentPct: '1',
    ...Object.fromEntries(safety.map((name) => [name, 0])),
    ...more,
  });
  const reply = await stock.office.post('/testReport/step', { id, step: 'sign' });
  expect(reply, JSON.stringify(reply)).toMatchObject({ status: 200 });
};
const untested = (path: string, code: string) => ({
  status: 409,
  data: [{ path, key: expect.stringContaining(`untested?count=1&codes=${code}&`), overrides: true }],
});

test('before the rule untested batteries are built in without a question', async () => {
  const code = stock.newCode();
  await inStore(code);
  const { reply } = await stock.produce([{ code: stock.newProduct(), location: 'L1' }, { code }]);
  expect(reply, JSON.stringify(reply)).toMatchObject({ status: 200 });
});

describe('from the day of the rule on', () => {
  let day: string;
  beforeAll(async () => {
    await stock.office.later(Date.parse(RULE) + 86_400_000 - Date.parse(stock.day));
    day = RULE;
    const steps = Object.values(issueKind.resource.life?.steps ?? {});
    const scheme = await stock.office.make('/gradingScheme', {
      name: '方案',
      revision: '1',
      firstDay: '2026-01-01',
      bands: [
        { grade: 'A', fromPct: '80' },
        { grade: 'B', fromPct: '0' },
      ],
    });
    await stock.office.post('/gradingScheme/step', { id: scheme, step: 'release' });
    approver = await stock.office.staff(...steps.map((step) => rightOfStep(issueKind.resource, step)));
  });

  test('an echelon product of an untested battery is posted only with a reason', async () => {
    const [code, tested] = [stock.newCode(), stock.newCode()];
    await inStore(code, tested);
    await sign(tested);
    const product = { code: stock.newProduct(), location: 'L1' };
    const { id, reply } = await stock.produce([product, { code }, { code: tested }], { day });
    expect(reply).toMatchObject(untested('lines', code));
    const confirmed = reply.data.map(({ path, key }: { path: string; key: string }) => ({ path, key }));
    expect(await stock.step('/production', id, 'post', { confirmed })).toMatchObject({ status: 400 });
    const reason = '客户自检';
    expect(await stock.step('/production', id, 'post', { confirmed, reason })).toMatchObject({ status: 200 });
  });

  test('a sale for energy storage asks as well, another sale does not', async () => {
    const [first, second] = [stock.newCode(), stock.newCode()];
    await inStore(first, second);
    const sell = async (code: string, more: object) => {
      const header = { preset: 'sale', storeId: stock.store, customerId: stock.customer, day, ...more };
      const id = await stock.draft('/issue', header, [{ code }]);
      expect(await stock.step('/issue', id, 'submit')).toMatchObject({ status: 200 });
      return stock.step('/issue', id, 'approve', {}, approver);
    };
    expect(await sell(first, { declaredUse: '1' })).toMatchObject(untested('declaredUse', first));
    expect(await sell(second, {})).toMatchObject({ status: 200 });
  });
});
