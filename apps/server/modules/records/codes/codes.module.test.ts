import type * as contract from '@voltloop/contract';
import type { ReplyOf } from '@voltloop/contract';
import { beforeAll, expect, test } from 'vitest';
import { startTestOffice } from '../../../testing/office.ts';
import type { TestServer } from '../../../testing/server.ts';
import { setUp } from '../../../testing/set-up.ts';

const office = setUp(startTestOffice);
let server: TestServer;
let token: string;
let stranger: string;
beforeAll(async () => {
  ({ server, token, stranger } = office);
});

const code = '04QCB76836300JBC40000903';
const second = '001PB03G1C0221953RP';
const insert = async (values: object) => {
  const reply = await server.call(token, 'POST', '/battery/insert', values);
  expect(reply.status, JSON.stringify(reply.data)).toBe(200);
  return (reply.data as { id: string }).id;
};
const find = async (text: string, as = token) => {
  const reply = await server.call(as, 'GET', `/battery/readScan?text=${encodeURIComponent(text)}`);
  return { status: reply.status, data: reply.data as ReplyOf<typeof contract.readScan> };
};
const labels = async (body: object, as = token) => {
  const reply = await server.call(as, 'POST', '/battery/findLabels', body);
  return { status: reply.status, data: reply.data as ReplyOf<typeof contract.findLabels> };
};

let first: string;
let other: string;
test('a scan finds the battery with its code, in any notation', async () => {
  first = await insert({ batteryCode: code, ratedCapacityAh: '280.00', ratedEnergyKwh: '0.896' });
  other = await insert({
    batteryCode: second,
    originalCodes: [{ isCode: 2, source: '某拆解厂', quantity: 1 }],
  });
  const exact = await find(code);
  expect(exact.data).toEqual({
    code,
    found: {
      id: first,
      batteryCode: code,
      productType: exact.data.found?.productType,
      chemistry: exact.data.found?.chemistry,
      productionDate: exact.data.found?.productionDate,
      ratedCapacityAh: '280',
      ratedEnergyKwh: '0.896',
      ratedVoltageV: null,
      producer: null,
      grade: null,
      sohPct: null,
    },
    near: [],
  });
  for (const text of [code.toLowerCase(), ` ${code}\r\n`, '04QCB76836300\r\nJBC40000903'])
    expect((await find(text)).data.found?.id).toBe(first);
});

test('the identifier that a scanner puts before a code is no part of it', async () => {
  expect((await find(`]C1${code}`)).data.found).toMatchObject({ id: first });
});

test('a misread code returns the batteries that may be meant', async () => {
  for (const text of ['JBC40000903\r\n04QCB76836300', code.replace('0903', 'O9O3'), code + code]) {
    const { data } = await find(text);
    expect(data.found).toBeNull();
    expect(data.near.map((row) => row.id)).toEqual([first]);
  }
  expect((await find('001CB240000003B3C0221953')).data).toMatchObject({ found: null, near: [] });
  expect((await find('你好 🙂')).data).toMatchObject({ found: null, near: [] });
});

test('batteries of another tenant and deleted ones are not found', async () => {
  expect((await find(code, stranger)).data).toEqual({ code, found: null, near: [] });
  expect((await labels({ ids: [first], codes: [second] }, stranger)).data).toEqual([]);
  const deleted = await insert({ batteryCode: '001CB240000003B3C0221999' });
  await server.call(token, 'POST', '/battery/delete', { ids: [deleted], cause: 'mistake' });
  expect((await find('001CB240000003B3C0221999')).data.found).toBeNull();
  expect((await labels({ ids: [deleted] })).data).toEqual([]);
});

test('labels are returned in the requested order, each once', async () => {
  const { data } = await labels({ ids: [other, first], codes: [code, 'UNKNOWN'] });
  expect(data.map((row) => row.id)).toEqual([other, first]);
  expect((await labels({})).data).toEqual([]);
});

test('too many and too few codes are refused', async () => {
  expect((await find('')).status).toBe(400);
  expect((await find('A'.repeat(401))).status).toBe(400);
  expect((await labels({ ids: ['x'] })).status).toBe(400);
  const many = Array.from({ length: 600 }, () => code);
  expect((await labels({ codes: many })).status).toBe(200);
  expect((await labels({ codes: many, ids: many.map(() => first) })).status).toBe(400);
});
