import type { findTrace, ReplyOf } from '@voltloop/contract';
import { decimalOf } from '@voltloop/resource-kit';
import { describe, expect, test } from 'vitest';
import { setUp } from '../../../testing/set-up.ts';
import { startTestStock } from '../../../testing/stock.ts';

/** Codes of products, recovery of metals, and the trace of every kilogram. */

const stock = setUp(startTestStock);

const get = async (path: string) => (await stock.office.get(path)).data;
const run = async (preset: string, lines: readonly object[], more: object = {}) => {
  const { id, reply } = await stock.recycle(preset, lines, more);
  expect(reply, JSON.stringify(reply)).toMatchObject({ status: 200 });
  return id;
};
const out = (lotNo: string, material: string, kg: string, more: object = {}) => ({
  side: 'out',
  lotNo,
  material,
  kg,
  location: 'L1',
  ...more,
});
const idOf = async (lotNo: string) =>
  (await stock.office.server.services.pool.query('select id from lots where lot_no = $1', [lotNo])).rows[0]
    .id;
type TraceSource = ReplyOf<typeof findTrace>['from'][number];
const sum = (list: readonly { kg: string }[]) =>
  list.reduce((all, { kg }) => all.plus(kg), decimalOf(0)).toFixed();

describe('codes of products', () => {
  const production = (more: object = {}) =>
    stock.draft(
      '/production',
      {
        productType: 2,
        categoryId: stock.categories.module,
        planned: 10,
        cascadeType: 3,
        storeId: stock.store,
        toStoreId: stock.second,
        enterpriseId: stock.supplier,
        echelonUseType: '1',
        ...more,
      },
      [],
    );

  test('continue after those of batteries and drafts', async () => {
    const unnamed = await stock.office.get(`/production/proposeCodes?id=${await production()}`);
    expect(unnamed).toMatchObject({ status: 400, data: [{ path: 'enterpriseId' }] });
    const enterpriseId = await stock.office.make('/enterprise', {
      name: '梯次企业',
      kind: 5,
      duns: '123456789',
      makerCode: '0V7',
      contact: '王小明',
      phone: '13800138000',
      region: '440305',
      address: '科技园路1号',
    });
    const id = await production({ enterpriseId });
    const { codes } = await get(`/production/proposeCodes?id=${id}&count=2`);
    expect(codes).toEqual(['0V7MBT2G310000001RM', '0V7MBT2G310000002RM']);
    await stock.office.post('/production/saveLines', { id, lines: [{ clientKey: 'k', code: codes[1] }] });
    expect((await get(`/production/proposeCodes?id=${await production({ enterpriseId })}`)).codes).toEqual([
      '0V7MBT2G310000003RM',
    ]);
    expect((await stock.office.get(`/production/proposeCodes?id=${id}`, stock.office.stranger)).status).toBe(
      404,
    );
  });
});

describe('a trace', () => {
  let sold: string;
  const pack = () => stock.newCode();
  test('follows every kilogram through productions and runs, in both directions', async () => {
    const [a, b, c] = [pack(), pack(), pack()];
    await stock.receive([a, b, c].map((code) => ({ code, kg: '400', location: 'L1' })));
    const made = stock.newProduct('pack');
    const production = await stock.produce([{ code: made }, { code: a }]);
    expect(production.reply).toMatchObject({ status: 200 });
    await stock.receive([
      { lotNo: 'SCRAP', material: 'electrode', chemistry: 'B', kg: '200', location: 'L1' },
    ]);
    await run(
      'crush',
      [
        { code: made },
        { code: b },
        { lotNo: 'SCRAP', kg: '100' },
        out('BM', 'black_mass', '600'),
        out('CU', 'copper', '290'),
      ],
      { lossKg: '10' },
    );
    await run('mix', [{ lotNo: 'BM', kg: '500' }, out('BM-2', 'black_mass', '500')]);
    await run(
      'hydro',
      [{ lotNo: 'BM-2', kg: '400' }, out('LC', 'lithium_carbonate', '90'), out('RES', 'residue', '330')],
      {
        addedKg: '50',
        lossKg: '30',
      },
    );
    const { reply } = await stock.issue({ preset: 'sale', customerId: stock.customer }, [
      { lotNo: 'LC', kg: '60' },
    ]);
    expect(reply, JSON.stringify(reply)).toMatchObject({ status: 200 });
    sold = await idOf('LC');

    const back = await get(`/stock/trace?id=${sold}`);
    expect(back).toMatchObject({ code: 'LC', kg: '90', cut: false });
    expect(sum(back.from)).toBe('90');
    expect(sum(back.to)).toBe('90');
    expect(back.to.map(({ kind, kg }: { kind: string; kg: string }) => [kind, kg])).toEqual([
      ['outside', '60'],
      ['stock', '30'],
    ]);
    // 400 of 450 kg were black mass, and 400 of 900 kg of that came from each of two packs.
    expect(
      back.from.map(({ kind, item, place, kg }: TraceSource) => [kind, item?.code ?? null, place, kg]),
    ).toEqual(
      [
        ['outside', a, '某拆解厂', '35.555'],
        ['outside', b, '某拆解厂', '35.556'],
        ['added', null, null, '10'],
        ['outside', 'SCRAP', '某拆解厂', '8.889'],
      ].sort((x, y) => (x[3] === '35.555' ? -1 : 0) - (y[3] === '35.555' ? -1 : 0)),
    );

    const id = (await stock.batteryOf(a)).id;
    const on = await get(`/stock/trace?id=${id}`);
    expect(on).toMatchObject({ code: a, kg: '400' });
    expect(sum(on.to)).toBe('400');
    const ends = new Map<string, string>();
    for (const { kind, item, kg } of on.to)
      ends.set(
        `${kind} ${item?.code ?? ''}`,
        decimalOf(ends.get(`${kind} ${item?.code ?? ''}`))
          .plus(kg)
          .toFixed(),
      );
    expect(Object.fromEntries(ends)).toMatchObject({ 'stock CU': '128.889', 'stock BM': '44.444' });
    expect([...ends.keys()].sort()).toEqual(
      ['loss ', 'outside LC', 'stock BM', 'stock BM-2', 'stock CU', 'stock LC', 'stock RES'].sort(),
    );
    // The flows into a node equal those out of it, except at sources and destinations.
    const inner = new Set(
      on.nodes.flatMap((node: { id: string; kind: string }) => (node.kind === 'run' ? [node.id] : [])),
    );
    for (const node of inner) {
      const into = sum(on.links.filter(({ to }: { to: string }) => to === node));
      const from = sum(on.links.filter((link: { from: string }) => link.from === node));
      expect(decimalOf(into).minus(from).abs().lt('0.01')).toBe(true);
    }
    expect((await stock.office.get(`/stock/trace?id=${sold}`, stock.office.stranger)).status).toBe(404);
  });

  test('passes over goods that a customer has returned', async () => {
    const giveBack = async (line: object) => {
      const header = { preset: 'return', storeId: stock.store, customerId: stock.customer };
      const id = await stock.draft('/receipt', header, [{ location: 'L1', ...line }]);
      const reply = await stock.step('/receipt', id, 'post');
      expect(reply, JSON.stringify(reply)).toMatchObject({ status: 200 });
    };
    const sell = async (line: object) => {
      const { reply } = await stock.issue({ preset: 'sale', customerId: stock.customer }, [line]);
      expect(reply, JSON.stringify(reply)).toMatchObject({ status: 200 });
    };
    const ends = (list: TraceSource[]) =>
      list.map(({ kind, item, place, kg }) => [kind, item?.code, place, kg]);
    const [part, made] = [pack(), stock.newProduct('pack')];
    await stock.receive([{ code: part, kg: '400', location: 'L1' }]);
    expect((await stock.produce([{ code: made }, { code: part }])).reply).toMatchObject({ status: 200 });
    await sell({ code: made });
    await giveBack({ code: made, kg: '400' });
    const trace = await get(`/stock/trace?id=${(await stock.batteryOf(made)).id}`);
    expect(ends(trace.from)).toEqual([['outside', part, '某拆解厂', '400']]);
    await run('crush', [{ code: made }, out('RET-BM', 'black_mass', '400')]);
    const { from } = await get(`/stock/trace?id=${await idOf('RET-BM')}`);
    expect(ends(from)).toEqual([['outside', part, '某拆解厂', '400']]);

    const lot = { lotNo: 'RET-LOT', material: 'black_mass', chemistry: 'B' };
    await stock.receive([{ ...lot, kg: '100', location: 'L1' }]);
    await sell({ lotNo: 'RET-LOT', kg: '60' });
    await giveBack({ ...lot, kg: '10' });
    const rest = await get(`/stock/trace?id=${await idOf('RET-LOT')}`);
    expect(rest.kg).toBe('100');
    expect(ends(rest.from)).toEqual([['outside', 'RET-LOT', '某拆解厂', '100']]);
    expect(rest.to.map(({ kind, kg }: TraceSource) => [kind, kg])).toEqual([
      ['stock', '50'],
      ['outside', '50'],
    ]);
  });

  test('ignores voided documents', async () => {
    const code = pack();
    await stock.receive([{ code, kg: '400', location: 'L1' }]);
    const id = await run('crush', [{ code }, out('GONE', 'copper', '400')]);
    await stock.step('/recyclingRun', id, 'void', { reason: '录入错误' });
    expect(await get(`/stock/trace?id=${(await stock.batteryOf(code)).id}`)).toMatchObject({
      from: [{ kind: 'outside', kg: '400' }],
      to: [{ kind: 'stock', kg: '400' }],
    });
    expect(await get(`/stock/trace?id=${await idOf('GONE')}`)).toMatchObject({ kg: '0', from: [], to: [] });

    // Received from the wrong party first.
    const again = pack();
    const header = { preset: 'collection', storeId: stock.store, customerId: stock.customer };
    const wrong = await stock.draft('/receipt', header, [{ code: again, kg: '400', location: 'L1' }]);
    for (const step of ['post', 'void']) await stock.step('/receipt', wrong, step, { reason: '录入错误' });
    await stock.receive([{ code: again, kg: '400', location: 'L1' }]);
    expect(await get(`/stock/trace?id=${(await stock.batteryOf(again)).id}`)).toMatchObject({
      from: [{ kind: 'outside', place: '某拆解厂', kg: '400' }],
      to: [{ kind: 'stock', kg: '400' }],
    });
  });
});

describe('recovery', () => {
  const assay = (lotNo: string, elements: object[], more: object = {}) =>
    stock.office.make('/assay', { lotNo, day: stock.day, laboratory: '某检测中心', elements, ...more });

  test('of a run is metal out divided by metal in, by the latest assays, with the targets of the step', async () => {
    await stock.receive([
      { lotNo: 'F-1', material: 'black_mass', chemistry: 'E', kg: '1000', location: 'L1' },
    ]);
    const id = await run(
      'hydro',
      [
        { lotNo: 'F-1', kg: '1000', moisturePct: '10' },
        out('NI-1', 'nickel_sulfate', '600', { basis: 'dry' }),
        out('LI-1', 'lithium_carbonate', '200', { basis: 'dry' }),
      ],
      { lossKg: '100' },
    );
    expect(await get(`/recyclingRun/recovery?id=${id}`)).toEqual({
      elements: [],
      unknown: [
        { goods: 'F-1', side: 'in', kg: '1000', coded: false },
        { goods: 'LI-1', side: 'out', kg: '200', coded: false },
        { goods: 'NI-1', side: 'out', kg: '600', coded: false },
      ],
    });
    await assay('F-1', [{ element: 'Ni', pct: '99' }], { day: '2026-02-01' });
    await assay('F-1', [
      { element: 'Ni', pct: '15' },
      { element: 'Li', pct: '4' },
    ]);
    await assay('NI-1', [{ element: 'Ni', pct: '22.1' }]);
    await assay('LI-1', [{ element: 'Li', pct: '18.7' }]);
    const { elements, unknown } = await get(`/recyclingRun/recovery?id=${id}`);
    expect(unknown).toEqual([]);
    expect(elements).toMatchObject([
      { element: 'Ni', inKg: '135', outKg: '132.6', pct: '98.22', targets: [{ pct: 98, met: true }] },
      { element: 'Li', inKg: '36', outKg: '37.4', pct: '103.89', targets: [{ pct: 90, met: true }] },
    ]);
    const year = await get('/recyclingRun/recoveryOfYear?year=2026');
    expect(year.runs).toBeGreaterThanOrEqual(1);
    expect(year.elements.find((each: { element: string }) => each.element === 'Ni')).toMatchObject({
      // Of the step, and for a year from the end of 2027.
      targets: [
        { pct: 98, met: true },
        { pct: 90, from: '2027-12-31', met: null },
      ],
    });
    expect((await stock.office.get(`/recyclingRun/recovery?id=${id}`, stock.office.stranger)).status).toBe(
      404,
    );
  });

  test('the balance of a draft is available before it is posted', async () => {
    await stock.receive([
      { lotNo: 'D-1', material: 'black_mass', chemistry: 'E', kg: '100', location: 'L1' },
    ]);
    const header = { preset: 'crush', storeId: stock.store, toStoreId: stock.store };
    const id = await stock.draft('/recyclingRun', header, [
      { lotNo: 'D-1', kg: '100' },
      out('D-2', 'copper', '40'),
    ]);
    expect(await get(`/recyclingRun/balance?id=${id}`)).toMatchObject({
      in: '100',
      out: '40',
      difference: '60',
      allowed: '3',
      balanced: false,
    });
  });
});
