import { expect, test } from 'vitest';
import { startTestOffice } from '../../../../testing/office.ts';
import { setUp } from '../../../../testing/set-up.ts';

const office = setUp(startTestOffice);

test('rows inserted together are listed in the given order', async () => {
  const given = Array.from({ length: 30 }, (_, n) => `客户 ${n}`);
  const rows = given.map((clientName) => ({ clientName, customerType: 0 }));
  await office.resources.insertRows(office.server.as(office.main), 'customer', rows);
  const { data } = await office.get('/client/findPage?size=30');
  expect(data.list.map((row: { clientName: string }) => row.clientName)).toEqual(given);
});
