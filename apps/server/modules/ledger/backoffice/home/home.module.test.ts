import type * as contract from '@voltloop/contract';
import type { ReplyOf } from '@voltloop/contract';
import { rightOf } from '@voltloop/resource-kit';
import { customer } from '@voltloop/resources/customer/customer.resource.ts';
import { beforeAll, expect, test } from 'vitest';
import { startTestOffice, type TestOffice } from '../../../../testing/office.ts';
import type { TestServer } from '../../../../testing/server.ts';
import { setUp } from '../../../../testing/set-up.ts';

const office = setUp(startTestOffice);
let server: TestServer;
let main: TestOffice['main'];
let token: string;
beforeAll(async () => {
  ({ server, main, token } = office);
});

type Home = ReplyOf<typeof contract.backofficeHome>;
const home = async (as = token) => {
  const reply = await server.call(as, 'GET', '/v1/backoffice/home');
  return { status: reply.status, data: reply.data as Home };
};
const person = (n: number) => ({ clientName: `张三${n}`, customerType: 0 });
const insert = (values: object, as = token) => server.call(as, 'POST', '/client/insert', values);

test('an empty business has no warnings and no activity', async () => {
  const { status, data } = await home();
  expect(status).toBe(200);
  expect([data.warnings, data.activity]).toEqual([[], []]);
});

test('activity appears at once, with many rows of a minute in one line', async () => {
  await insert(person(1));
  await insert(person(2));
  await insert({ clientName: '示例回收有限公司', customerType: 1, creditCode: '91350100M000100Y43' });
  const { activity } = (await home()).data;
  expect(activity).toHaveLength(1);
  expect(activity[0]).toMatchObject({
    resource: 'customer',
    action: 'insert',
    user: main.userName,
    title: '示例回收有限公司',
    count: 3,
  });
});

test('a warning counts the rows that its filter finds, earliest first, until they are fixed', async () => {
  const at = (days: number) =>
    new Date(server.clock.now.getTime() + days * 86_400_000).toISOString().slice(0, 10);
  const driver = async (name: string, mobile: string, licenceValidTo: string) => {
    const reply = await server.call(token, 'POST', '/driver/insert', {
      name,
      mobile,
      licenceNo: `L${mobile}`,
      licenceClass: 'A2',
      licenceValidTo,
    });
    expect(reply.status, JSON.stringify(reply.data)).toBe(200);
    return reply.data as { id: string };
  };
  const warning = async () => {
    server.clock.now = new Date(server.clock.now.getTime() + 31_000);
    return (await home()).data.warnings.find((each) => each.name === 'licence');
  };
  expect(await warning()).toBeUndefined();
  await driver('李四', '13800000001', at(10));
  const late = await driver('王五', '13800000002', at(-10));
  await driver('赵六', '13800000003', at(300));
  expect(await warning()).toMatchObject({
    resource: 'driver',
    count: 2,
    rows: [{ id: late.id, title: '王五', date: at(-10) }, { title: '李四' }],
  });
  await server.call(token, 'POST', '/driver/update', { id: late.id, licenceValidTo: at(900) });
  expect((await warning())?.count).toBe(1);
});

test('staff see only what they may see elsewhere, and nothing without the right to the home', async () => {
  expect((await home(await office.staff(rightOf(customer)))).status).toBe(403);
  const bare = (await home(await office.staff(900))).data;
  expect([bare.warnings, bare.activity]).toEqual([[], []]);
  const some = (await home(await office.staff(900, rightOf(customer)))).data;
  expect(some.activity).toHaveLength(1);
});

test('data of another tenant does not appear', async () => {
  const stranger = (await server.signIn((await server.tenant()).userName)).token;
  const { data } = await home(stranger);
  expect(data.activity).toEqual([]);
});
