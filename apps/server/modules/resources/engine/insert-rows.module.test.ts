import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestOffice, type TestOffice } from '../../../testing/office.ts';

let office: TestOffice;
beforeAll(async () => {
  office = await startTestOffice();
});
afterAll(() => office.stop());

test('rows inserted together are listed in the given order', async () => {
  const given = Array.from({ length: 30 }, (_, n) => `客户 ${n}`);
  const rows = given.map((clientName) => ({ clientName, customerType: 0 }));
  await office.resources.insertRows(office.server.as(office.main), 'customer', rows);
  const { data } = await office.get('/client/findPage?size=30');
  expect(data.list.map((row: { clientName: string }) => row.clientName)).toEqual(given);
});
