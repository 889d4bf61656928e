import type { FoundRecords, Life, Trace } from '@voltloop/contract';
import { tracedKinds } from '@voltloop/contract';
import { documentKinds } from '@voltloop/resources/documents.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { setUp } from '../../../testing/set-up.ts';
import { startTestStock } from '../../../testing/stock.ts';

/** One search over all records, and the whole life behind each of them. */

const stock = setUp(startTestStock);

const lifeOf = async (kind: string, id: string, as?: string) => {
  const reply = await stock.office.get(`/traceability/findLife?kind=${kind}&id=${id}`, as);
  return { status: reply.status, life: reply.data as Life };
};
const search = async (text: string, as?: string) => {
  const reply = await stock.office.get(`/query/search?search=${encodeURIComponent(text)}`, as);
  expect(reply, JSON.stringify(reply)).toMatchObject({ status: 200 });
  return reply.data as FoundRecords;
};
const query = async (text: string, values: unknown[]) =>
  (await stock.office.server.services.pool.query(text, values)).rows;
const lotId = async (no: string) =>
  (await query('select id from lots where lot_no = $1', [no]))[0].id as string;
const batteryId = async (code: string) => (await stock.batteryOf(code)).id as string;
const titles = (life: Life, side: string) =>
  life.nodes.flatMap((node) => (node.side === side ? [`${node.kind} ${node.title}`] : [])).sort();
const linked = (life: Life) => {
  const name = new Map(life.nodes.map(({ id, title }) => [id, title]));
  return life.links.map(({ from, to }) => `${name.get(from)} > ${name.get(to)}`).sort();
};
const VIN = 'LC0CE4CB0N0000001';

/** A vehicle's pack becomes a product that a customer buys; another pack goes into a recycling run. */
const story = {
  pack: '',
  other: '',
  product: '',
  vehicle: '',
  order: '',
  receipt: '',
  production: '',
  sale: '',
};

describe('from the vehicle to the customer', () => {
  beforeAll(async () => {
    story.vehicle = await stock.office.make('/vehicle', { vin: VIN, plateNo: '粤BD12345', category: 'BEV' });
    [story.pack, story.other] = [stock.newCode(), stock.newCode()];
    await stock.office.make('/battery', { batteryCode: story.pack, vehicleId: story.vehicle });
    const received = await stock.receive(
      [story.pack, story.other].map((code) => ({ code, kg: '400', location: 'L1' })),
    );
    expect(received.reply, JSON.stringify(received.reply)).toMatchObject({ status: 200 });
    story.receipt = received.id;
    story.product = stock.newProduct('pack');
    const produced = await stock.produce([{ code: story.product }, { code: story.pack }]);
    expect(produced.reply).toMatchObject({ status: 200 });
    story.production = produced.id;
    const issued = await stock.issue({ preset: 'sale', customerId: stock.customer }, [
      { code: story.product },
    ]);
    expect(issued.reply, JSON.stringify(issued.reply)).toMatchObject({ status: 200 });
    story.sale = issued.id;
  });

  test('every stage appears in the life of the vehicle, by day', async () => {
    const { life } = await lifeOf('vehicle', story.vehicle);
    expect(life.subject).toMatchObject({ kind: 'vehicle', title: '粤BD12345', items: 1 });
    expect(linked(life)).toEqual(
      [
        `粤BD12345 > ${story.pack}`,
        `某拆解厂 > ${story.pack}`,
        `${story.pack} > ${story.product}`,
        `${story.product} > 张三`,
      ].sort(),
    );
    expect(titles(life, 'own')).toEqual([`battery ${story.pack}`, 'vehicle 粤BD12345']);
    expect(titles(life, 'on')).toEqual([`battery ${story.product}`, 'receiver 张三']);
    const documents = life.events.flatMap(({ record, side }) =>
      record && record.kind !== 'vehicle' ? [`${side} ${record.kind} ${record.preset}`] : [],
    );
    expect(documents).toEqual(['own receipt purchase', 'own production pack', 'on issue sale']);
    const receipt = life.events.find(({ record }) => record?.kind === 'receipt');
    expect(receipt).toMatchObject({
      kg: '400',
      from: { kind: 'outside', name: '某拆解厂' },
      to: { kind: 'location', name: '收货库' },
      reports: [{ type: 8, state: 1, count: 1 }],
    });
  });

  test('every stage appears in the life of the sold product, backwards', async () => {
    const { life } = await lifeOf('battery', await batteryId(story.product));
    expect(life.subject).toMatchObject({ title: story.product, state: 'sold', items: 1 });
    expect(titles(life, 'back')).toEqual(
      [`battery ${story.pack}`, 'source 某拆解厂', 'vehicle 粤BD12345'].sort(),
    );
    expect(life.events.map(({ side, what }) => `${side} ${what}`)).toEqual(
      expect.arrayContaining(['back document', 'own document']),
    );
    expect(life.now).toMatchObject([{ place: { kind: 'outside', name: '张三' } }]);
    for (const [kind, id] of [
      ['issue', story.sale],
      ['production', story.production],
      ['receipt', story.receipt],
    ] as const)
      expect(linked((await lifeOf(kind, id)).life)).toContain(`${story.pack} > ${story.product}`);
  });

  test('reports missing records: no test before it was used', async () => {
    const { life } = await lifeOf('battery', await batteryId(story.pack));
    expect(life.gaps).toContainEqual(
      expect.objectContaining({ key: 'untested', item: expect.objectContaining({ code: story.pack }) }),
    );
    const other = (await lifeOf('battery', await batteryId(story.other))).life;
    expect(other.gaps.map(({ key }) => key)).toEqual(['codeNew']);
  });

  test('a customer who returned goods is not their source', async () => {
    const code = stock.newCode();
    await stock.receive([{ code, kg: '300', location: 'L1' }]);
    await stock.issue({ preset: 'sale', customerId: stock.customer }, [{ code }]);
    const header = { preset: 'return', storeId: stock.store, customerId: stock.customer };
    const id = await stock.draft('/receipt', header, [{ code, kg: '300', location: 'L1' }]);
    expect(await stock.step('/receipt', id, 'post')).toMatchObject({ status: 200 });
    const { life } = await lifeOf('battery', await batteryId(code));
    expect(linked(life)).toEqual([`${code} > 张三`, `某拆解厂 > ${code}`].sort());
    expect(life.events.map(({ record }) => record?.preset)).toContain('return');
  });

  test('a customer who returned goods that were never delivered is their source, as in their trace', async () => {
    const lot = { lotNo: 'T-RET', material: 'black_mass', chemistry: 'B' };
    const code = stock.newCode();
    const returned = async (line: object) => {
      const header = { preset: 'return', storeId: stock.store, customerId: stock.customer };
      const id = await stock.draft('/receipt', header, [{ clientKey: 'k', location: 'L1', ...line }]);
      const confirmed = Object.entries(line).map(([field, goods]) => ({
        path: `lines.k.${field}`,
        key: `rule.document.notDelivered?goods=${goods}`,
      }));
      const reply = await stock.step('/receipt', id, 'post', { confirmed });
      expect(reply, JSON.stringify(reply)).toMatchObject({ status: 200 });
    };
    const sourcesOf = async (kind: string, id: string) => {
      const { life } = await lifeOf(kind, id);
      const { from } = (await stock.office.get(`/stock/trace?id=${id}`)).data as Trace;
      const sources = life.nodes.flatMap((node) => (node.kind === 'source' ? [node.title] : [])).sort();
      expect(from.map(({ place }) => place).sort()).toEqual(sources);
      return sources;
    };
    await stock.office.make('/battery', { batteryCode: code });
    await returned({ code, kg: '300' });
    expect(await sourcesOf('battery', await batteryId(code))).toEqual(['张三']);

    await stock.receive([{ ...lot, kg: '100', location: 'L1' }]);
    await stock.issue({ preset: 'sale', customerId: stock.customer }, [{ lotNo: lot.lotNo, kg: '60' }]);
    await returned({ ...lot, kg: '60' });
    expect(await sourcesOf('lot', await lotId(lot.lotNo))).toEqual(['某拆解厂']);
    // More than was delivered.
    await returned({ ...lot, kg: '20' });
    expect(await sourcesOf('lot', await lotId(lot.lotNo))).toEqual(['张三', '某拆解厂']);
  });

  test('a void removes the product from the life', async () => {
    const [pack, product] = [stock.newCode(), stock.newProduct('pack')];
    await stock.receive([{ code: pack, kg: '300', location: 'L1' }]);
    const { id: made } = await stock.produce([{ code: product }, { code: pack }]);
    const before = (await lifeOf('battery', await batteryId(pack))).life;
    expect(linked(before)).toContain(`${pack} > ${product}`);
    expect(await stock.step('/production', made, 'void', { reason: '录入错误' })).toMatchObject({
      status: 200,
    });
    const after = (await lifeOf('battery', await batteryId(pack))).life;
    expect(linked(after)).toEqual([`某拆解厂 > ${pack}`]);
  });
});

describe('through recycling', () => {
  test('a lot leads back to batteries through every run, and a battery leads to lots', async () => {
    const [a, b] = [stock.newCode(), stock.newCode()];
    await stock.receive([a, b].map((code) => ({ code, kg: '400', location: 'L1' })));
    const run = async (preset: string, lines: readonly object[], more: object = {}) => {
      const { id, reply } = await stock.recycle(preset, lines, more);
      expect(reply, JSON.stringify(reply)).toMatchObject({ status: 200 });
      return id;
    };
    const out = (lotNo: string, material: string, kg: string) => ({
      side: 'out',
      lotNo,
      material,
      kg,
      location: 'L1',
    });
    await run('crush', [
      { code: a },
      { code: b },
      out('T-BM', 'black_mass', '500'),
      out('T-CU', 'copper', '300'),
    ]);
    await run('hydro', [{ lotNo: 'T-BM', kg: '500' }, out('T-LC', 'lithium_carbonate', '470')], {
      lossKg: '30',
    });

    const { life: back } = await lifeOf('lot', await lotId('T-LC'));
    expect(titles(back, 'back')).toEqual(
      expect.arrayContaining([`battery ${a}`, `battery ${b}`, 'lot T-BM', 'source 某拆解厂']),
    );
    expect(back.nodes.filter(({ kind }) => kind === 'run')).toHaveLength(2);
    expect(titles(back, 'on')).toEqual([]);
    // The input of a run, without its output.
    expect(back.events.find(({ record }) => record?.preset === 'crush')).toMatchObject({
      kg: '800',
      count: 2,
    });
    expect(back.now).toMatchObject([{ place: { kind: 'location' }, kg: '470' }]);
    const { life: on } = await lifeOf('battery', await batteryId(a));
    expect(titles(on, 'on')).toEqual(expect.arrayContaining(['lot T-BM', 'lot T-CU', 'lot T-LC']));
    // Other input of the same run is not a source.
    expect(on.nodes.map(({ title }) => title)).not.toContain(b);
  });
});

describe('gaps', () => {
  test('goods that left to one party and came back from another have a gap', async () => {
    const code = stock.newCode();
    await stock.receive([{ code, kg: '400', location: 'L1' }]);
    const sale = await stock.issue({ preset: 'sale', customerId: stock.customer }, [{ code }]);
    expect(sale.reply, JSON.stringify(sale.reply)).toMatchObject({ status: 200 });
    const again = await stock.receive([{ code, kg: '400', location: 'L1' }]);
    expect(again.reply, JSON.stringify(again.reply)).toMatchObject({ status: 200 });
    const { life } = await lifeOf('battery', await batteryId(code));
    expect(life.gaps).toContainEqual(
      expect.objectContaining({ key: 'elsewhere', from: stock.day, to: stock.day }),
    );
  });

  test('a battery that no document has moved has a gap', async () => {
    const id = await stock.office.make('/battery', { batteryCode: stock.newCode() });
    expect((await lifeOf('battery', id)).life.gaps).toMatchObject([{ key: 'neverMoved' }]);
  });

  test('an overdue report appears with its document', async () => {
    const code = stock.newCode();
    await stock.receive([{ code, kg: '400', location: 'L1' }]);
    const id = await batteryId(code);
    await query(
      `update reports r set due_day = '2020-01-01', clock_day = '2019-12-01'
        from document_lines l where l.id = r.line_id and l.item_id = $1`,
      [id],
    );
    expect((await lifeOf('battery', id)).life.gaps).toContainEqual(
      expect.objectContaining({ key: 'reportOverdue', to: '2020-01-01', record: expect.anything() }),
    );
  });
});

describe('the search', () => {
  test('finds a battery by its code in upper or lower case and by a former code', async () => {
    const found = await search(story.pack.toLowerCase());
    expect(found[0]).toMatchObject({ kind: 'battery', rows: [{ title: story.pack, exact: true }] });
    const [code, right] = [stock.newCode(), stock.newCode()];
    await stock.receive([{ code, kg: '10', location: 'L1' }]);
    await query('update batteries set battery_code = $2, former_codes = $1 where battery_code = $1', [
      code,
      right,
    ]);
    const [battery] = await search(code);
    expect(battery).toMatchObject({
      kind: 'battery',
      rows: [{ title: right, exact: true, former: true }],
    });
    const { life } = await lifeOf('battery', battery?.rows[0]?.id ?? '');
    expect(life.subject.formerCodes).toEqual([code]);
  });

  test('finds vehicles, documents, lots and reports', async () => {
    expect((await search(VIN))[0]).toMatchObject({ kind: 'vehicle', rows: [{ exact: true }] });
    const [{ no }] = await query('select no from documents where id = $1', [story.receipt]);
    expect((await search(no))[0]).toMatchObject({ kind: 'receipt', rows: [{ title: no, exact: true }] });
    expect((await search('t-bm'))[0]).toMatchObject({ kind: 'lot', rows: [{ title: 'T-BM', exact: true }] });
    await query(
      `update reports r set platform_id = 'PLAT-77' from document_lines l where l.id = r.line_id and l.document_id = $1
        and l.code = $2`,
      [story.receipt, story.pack],
    );
    const [report] = await search('PLAT-77');
    expect(report).toMatchObject({ kind: 'report', rows: [{ title: 'PLAT-77', exact: true }] });
    const { life } = await lifeOf('report', report?.rows[0]?.id ?? '');
    expect(titles(life, 'own')).toEqual([`battery ${story.pack}`]);
    expect(await search('nothing is named so')).toEqual([]);
  });
});

describe('rights', () => {
  test('records without the right to their menu entry are neither found nor shown', async () => {
    const clerk = await stock.office.staff(7550, 3000);
    const kinds = (await search(story.pack, clerk)).map(({ kind }) => kind);
    expect(kinds).toEqual(['battery']);
    expect(await search(VIN, clerk)).toEqual([]);
    const { life } = await lifeOf('battery', await batteryId(story.product), clerk);
    const text = JSON.stringify(life);
    expect(text).toContain(story.pack);
    for (const hidden of ['粤BD12345', '张三', '某拆解厂', 'RK2', 'SC2', 'CK2'])
      expect(text).not.toContain(hidden);
    expect(life.events.filter(({ hidden }) => hidden).length).toBeGreaterThan(2);
    expect(life.gaps.every(({ record }) => record === null)).toBe(true);
    expect((await lifeOf('vehicle', story.vehicle, clerk)).status).toBe(403);
    expect((await lifeOf('report', story.vehicle, clerk)).status).toBe(404);
    const withoutRights = await stock.office.staff(3000);
    expect((await lifeOf('battery', await batteryId(story.product), withoutRights)).status).toBe(403);
    expect((await stock.office.get('/query/search?search=abc', withoutRights)).status).toBe(403);
  });

  test('nothing is found in another tenant', async () => {
    const { stranger } = stock.office;
    expect(await search(story.pack, stranger)).toEqual([]);
    expect(await search('T-BM', stranger)).toEqual([]);
    expect(await search('PLAT-77', stranger)).toEqual([]);
    for (const [kind, id] of [
      ['battery', await batteryId(story.pack)],
      ['vehicle', story.vehicle],
      ['receipt', story.receipt],
      ['lot', await lotId('T-BM')],
    ] as const)
      expect((await lifeOf(kind, id, stranger)).status).toBe(404);
    expect(
      (await stock.office.get(`/traceability/findConnected?id=${await batteryId(story.pack)}`, stranger))
        .status,
    ).toBe(404);
  });

  test('every document kind can be followed; records without goods cannot', async () => {
    for (const { resource } of documentKinds)
      expect(tracedKinds.has(resource.name), resource.name).toBe(true);
    expect((await lifeOf('customer', stock.customer)).status).toBe(404);
  });

  test('an unknown kind, or an id of another kind, is not found', async () => {
    expect((await lifeOf('nonsense', story.vehicle)).status).toBe(404);
    expect((await lifeOf('issue', story.receipt)).status).toBe(404);
  });
});
