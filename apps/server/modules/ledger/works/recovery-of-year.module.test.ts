import { beforeAll, expect, test } from 'vitest';
import { setUp } from '../../../testing/set-up.ts';
import { startTestStock } from '../../../testing/stock.ts';

/** The recovery of a year: one chain from modules to salts. */

const stock = setUp(startTestStock);
const year = () => stock.day.slice(0, 4);
const get = (more = '', as?: string) =>
  stock.office.get(`/recyclingRun/recoveryOfYear?year=${year()}${more}`, as);

beforeAll(async () => {
  const { day, office } = stock;
  const run = async (preset: string, lines: readonly object[], more: object) => {
    const { reply } = await stock.recycle(preset, lines, more);
    if (reply.status !== 200) throw new Error(JSON.stringify(reply));
  };
  const out = (lotNo: string, material: string, kg: string) => ({
    side: 'out',
    lotNo,
    material,
    kg,
    basis: 'dry',
    location: 'L1',
  });
  const assay = (lotNo: string, contents: Readonly<Record<string, string>>) =>
    office.make('/assay', {
      lotNo,
      day,
      laboratory: '某检测中心',
      elements: Object.entries(contents).map(([element, pct]) => ({ element, pct })),
    });
  await stock.receive([
    { lotNo: 'MZ', material: 'module', chemistry: 'E', kg: '1000', basis: 'dry', location: 'L1' },
  ]);
  await run(
    'crush',
    [
      { lotNo: 'MZ', kg: '1000' },
      out('HF', 'black_mass', '500'),
      out('TF', 'copper', '100'),
      out('CZ', 'residue', '300'),
    ],
    { lossKg: '100' },
  );
  await run(
    'hydro',
    [{ lotNo: 'HF', kg: '400' }, out('NI', 'nickel_sulfate', '300'), out('SM', 'residue', '200')],
    { addedKg: '200', lossKg: '100' },
  );
  await assay('MZ', { Ni: '10', Cu: '10' });
  await assay('HF', { Ni: '19.6' });
  await assay('TF', { Cu: '99' });
  await assay('NI', { Ni: '25' });
});

test('the year is the sum of its runs: metals by step, powder, and the efficiency by mass', async () => {
  const { data } = await get();
  expect(data).toMatchObject({
    runs: 2,
    // 98 of 100 kg of nickel are in the black mass, 75 of 78.4 kg in the sulfate.
    powder: { inKg: '100', outKg: '98', pct: '98', targets: [{ pct: 98, met: true }] },
    crushed: [{ element: 'Cu', inKg: '100', outKg: '99', pct: '99', targets: [{ pct: 98, met: true }] }],
    elements: [{ element: 'Ni', inKg: '78.4', outKg: '75', pct: '95.66' }],
    // Copper, the remaining black mass, and the nickel of the sulfate.
    efficiency: { inKg: '1000', outKg: '275', pct: '27.5', targets: [{ pct: 65, met: false }] },
    unknown: [],
  });
  // Each run separately: 600 kg of 1000 kg, and the nickel of the sulfate in 400 kg of black mass.
  expect(data.byRun).toMatchObject([
    {
      step: 'crush',
      inKg: '1000',
      outKg: '600',
      pct: '60',
      elements: [{ element: 'Ni' }, { element: 'Cu', pct: '99' }],
    },
    { step: 'hydro', inKg: '400', outKg: '75', pct: '18.75', elements: [{ element: 'Ni', pct: '95.66' }] },
  ]);
  expect(data.elements[0].targets).toMatchObject([
    { pct: 98, met: false },
    { pct: 90, met: null },
  ]);
});

test('metals of a residue are not recovered, and products without an assay are named', async () => {
  const before = (await get()).data;
  const elements = [{ element: 'Ni', pct: '1' }];
  await stock.office.make('/assay', { lotNo: 'SM', day: stock.day, laboratory: '某检测中心', elements });
  expect((await get()).data).toMatchObject({ elements: before.elements, byRun: before.byRun });
  const code = stock.newCode('cell');
  await stock.receive([{ code, kg: '5', location: 'L1' }]);
  const out = { side: 'out', basis: 'dry', location: 'L1' };
  const id = await stock.draft(
    '/recyclingRun',
    { preset: 'hydro', storeId: stock.store, toStoreId: stock.store },
    [
      { lotNo: 'HF', kg: '10' },
      { code },
      { ...out, lotNo: 'LI', material: 'lithium_carbonate', kg: '10' },
      { ...out, lotNo: 'SM-2', material: 'residue', kg: '5' },
    ],
  );
  expect(await stock.step('/recyclingRun', id, 'post')).toMatchObject({ status: 200 });
  const unknown = [
    { goods: code, side: 'in', kg: '5', coded: true },
    { goods: 'LI', side: 'out', kg: '10', coded: false },
  ];
  expect((await get()).data.unknown).toEqual(unknown);
  const run = await stock.office.get(`/recyclingRun/recovery?id=${id}`);
  expect(run.data.unknown).toEqual(unknown);
  expect(await stock.step('/recyclingRun', id, 'void')).toMatchObject({ status: 200 });
});

test('a year without runs is empty', async () => {
  const { data } = await stock.office.get('/recyclingRun/recoveryOfYear?year=2001');
  expect(data).toMatchObject({ runs: 0, elements: [], efficiency: { pct: null, targets: [] } });
});

test('it is exported, and is of the own tenant', async () => {
  expect((await get('', stock.office.stranger)).data.runs).toBe(0);
  const table = await stock.office.server.app.inject({
    url: `/recyclingRun/exportRecovery?year=${year()}&format=csv&language=zh`,
    headers: { authorization: `Bearer ${stock.office.token}` },
  });
  const lines = table.body.trim().split('\n');
  expect(lines[1]).toMatch(/全部作业.*回收效率.*1000.*275.*27\.5/);
  expect(lines).toHaveLength(10);
  expect(lines.slice(5).join()).toMatch(/破碎.*1000.*600.*60.*湿法.*400.*75.*18\.75/s);
});
