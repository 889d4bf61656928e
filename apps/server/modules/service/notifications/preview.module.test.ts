import type { EventCode } from '@voltloop/contract';
import { beforeAll, expect, test } from 'vitest';
import { startNoticeWorld } from '../../../testing/notice-world.ts';
import { setUp } from '../../../testing/set-up.ts';
import type { AccountRow } from '../../people/accounts/index.ts';

const world = setUp(startNoticeWorld);
let company: AccountRow;
let owner: AccountRow;

beforeAll(async () => {
  company = await world.server.account('company', world.main);
  owner = await world.server.account('installer', company);
});

test('a preview counts visible events of seven days that the rule would have matched', async () => {
  const mine = await world.device(owner);
  const also = await world.device(company);
  await world.begin(mine.id, 'OLD', 3);
  world.later(7 * 24 * 60 + 1);
  await world.begin(mine.id, 'A', 1);
  await world.begin(mine.id, 'A@2', 2);
  await world.begin(mine.id, 'B', 3);
  await world.begin(also.id, 'B', 3);
  const count = async (account: AccountRow, body: object) =>
    (await world.call(account, 'POST', '/rules/preview', { least_level: 1, ...body })).data;
  expect(await count(owner, {})).toEqual({ events: 3 });
  expect(await count(company, {})).toEqual({ events: 4 });
  expect(await count(company, { account_id: owner.id })).toEqual({ events: 3 });
  expect(await count(company, { devid: also.devid, least_level: 2 })).toEqual({ events: 1 });
  expect(await count(owner, { codes: ['A'] })).toEqual({ events: 2 });
  expect(await count(owner, { least_level: 3, codes: ['A'] })).toEqual({ events: 0 });
  expect(await count(owner, { devid: also.devid })).toMatchObject([
    { path: 'devid', key: 'notification.device' },
  ]);
  expect(await count(owner, { account_id: company.id })).toMatchObject([{ path: 'account_id' }]);
});

test('codes come from the catalogue, the platform, own rules, and visible events', async () => {
  const mine = await world.device(owner);
  const also = await world.device(company);
  await world.begin(mine.id, 'OWN@3', 1);
  await world.begin(also.id, 'HIDDEN', 1);
  await world.server.services.pool.query(
    `insert into event_rules (tenant_id, account_id, name_en, name_zh, point, comparison, threshold, level)
     values ($1, $2, 'Low', '低', 'M_SOC', 'below', 10, 2), ($1, $3, 'Warm', '热', 'M_CELL_T_MAX', 'above', 45, 2)`,
    [owner.tenantId, owner.id, company.id],
  );
  const { list } = (await world.call(owner, 'GET', '/codes')).data as { list: EventCode[] };
  const codes = list.map(({ code }) => code);
  expect(codes).toEqual(
    expect.arrayContaining(['M_PROT1.2', 'OFFLINE', 'WRONG_SECRET', 'OWN', 'M_SOC.below']),
  );
  expect(new Set(codes).size).toBe(codes.length);
  expect(codes).not.toContain('HIDDEN');
  expect(codes).not.toContain('M_CELL_T_MAX.above');
  expect(list.find(({ code }) => code === 'M_SOC.below')).toMatchObject({
    level: 2,
    source: 'rule',
    name: { en: 'Low', zh: '低' },
  });
});
