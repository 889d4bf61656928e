import { documentKinds } from '@voltloop/resources/documents.ts';
import { describe, expect, test } from 'vitest';
import { setUp } from '../../../testing/set-up.ts';
import { startTestStock } from '../../../testing/stock.ts';
import { ledgerDifferences } from '../stock/index.ts';

/**
 * Hostile input of a signed-in person to the calls of documents: every reply is a refusal or harmless, never a server
 * error.
 */

const stock = setUp(startTestStock);

const purchase = () => ({ preset: 'purchase', storeId: stock.store, enterpriseId: stock.supplier });
const moving = () => ({ storeId: stock.store, toStoreId: stock.second });
const insert = (path: string, header: object, as?: string) =>
  stock.office.post(`${path}/insert`, { day: stock.day, ...header }, as);
const save = (id: string, lines: object[], more: object = {}, path = '/receipt') =>
  stock.office.post(`${path}/saveLines`, { id, lines, ...more });
const linesOf = async (id: string) => (await stock.office.get(`/receipt/lines?id=${id}`)).data;
const receipt = (lines: object[] = []) => stock.draft('/receipt', purchase(), lines);
const post = (id: string) => stock.step('/receipt', id, 'post');
const received = async () => {
  const code = stock.newCode();
  const taken = await stock.receive([{ code, kg: '400', location: 'L1' }]);
  expect(taken.reply, JSON.stringify(taken.reply)).toMatchObject({ status: 200 });
  return { code, id: taken.id };
};
const query = async (text: string, values: unknown[] = []) =>
  (await stock.office.server.services.pool.query(text, values)).rows;

describe('ids of others', () => {
  test('one foreign document among several prevents posting all of them', async () => {
    const own = await receipt([{ code: stock.newCode(), kg: '1', location: 'L1' }]);
    const foreign = (
      await stock.office.post('/store/insert', { code: 'Y', name: '外库', kind: 1 }, stock.office.stranger)
    ).data.id;
    const reply = await stock.office.post('/receipt/step', { ids: [own, foreign], step: 'post' });
    expect(reply.status).toBe(404);
    expect((await stock.office.get(`/receipt/findById?id=${own}`)).data.status).toBe('draft');
  });

  test('a line with the key of another document’s line does not change that one', async () => {
    const [mine, other] = [await receipt(), await receipt()];
    const [first, second] = [stock.newCode(), stock.newCode()];
    await save(other, [{ clientKey: 'k1', code: first }]);
    expect(await save(mine, [{ clientKey: 'k1', code: second }], { remove: ['k1'] })).toMatchObject({
      status: 200,
    });
    expect((await linesOf(other)).list).toMatchObject([{ clientKey: 'k1', code: first }]);
    expect((await linesOf(mine)).list).toMatchObject([{ clientKey: 'k1', code: second }]);
  });

  test('fields that only the server writes are ignored in a request', async () => {
    const forged = {
      no: 'RK1',
      status: 'posted',
      pieces: 9,
      kg: '9',
      postedAt: 1,
      kind: 'issue',
      reversesId: crypto.randomUUID(),
    };
    const reply = await insert('/receipt', { ...purchase(), ...forged });
    if (reply.status === 200)
      expect(reply.data).toMatchObject({ no: null, status: 'draft', pieces: 0, kg: '0', postedAt: null });
    else expect(reply.status).toBe(400);
    const id = await receipt();
    expect((await stock.office.post('/receipt/update', { id, status: 'posted' })).status).toBe(400);
    expect((await stock.office.post('/receipt/update', { id, no: 'RK20260301-0099' })).status).toBe(400);
    const [row] = await query('select kind, status, no from documents where id = $1', [id]);
    expect(row).toEqual({ kind: 'receipt', status: 'draft', no: null });
  });
});

describe('masses and counts', () => {
  test.each([
    '-1',
    '-0.001',
    '10000000.001',
    '1e30',
    'NaN',
    'Infinity',
    '0.0001',
    '９９９９９９９９',
    {},
    [],
  ])('a mass of %j is refused at input', async (kg) => {
    const id = await receipt();
    expect((await save(id, [{ clientKey: 'k', code: stock.newCode(), kg }])).status).toBe(400);
  });

  test('zero mass is not booked', async () => {
    const id = await receipt([{ clientKey: 'k', code: stock.newCode(), kg: '0', location: 'L1' }]);
    expect(await post(id)).toMatchObject({ status: 409, data: [{ path: 'lines.k.kg' }] });
    const lot = await receipt([{ clientKey: 'k', lotNo: 'Z-1', material: 'cell', kg: '0', location: 'L1' }]);
    expect(await post(lot)).toMatchObject({ status: 409, data: [{ path: 'lines.k.kg' }] });
  });

  test('too many pieces are refused without a server error', async () => {
    const id = await receipt();
    for (const part of [0, 1, 2]) {
      const lines = Array.from({ length: 1000 }, (_, n) => ({
        clientKey: `k${part}-${n}`,
        lotNo: `M-${n}`,
        material: 'cell',
        kg: '1',
        location: 'L1',
        pieces: 1_000_000,
      }));
      const reply = await save(id, lines);
      expect(reply).toMatchObject({
        status: 400,
        data: [{ path: 'lines', key: 'rule.document.tooManyPieces?max=100000000' }],
      });
    }
    expect(await linesOf(id)).toMatchObject({ count: 0 });
  });

  test('several documents with more lines together than the maximum of one are not posted', async () => {
    const lines = Array.from({ length: 1000 }, (_, n) => ({
      lotNo: `BULK-${n}`,
      material: 'cell',
      kg: '1',
      location: 'L1',
    }));
    const ids = [];
    for (const parts of [3, 3]) {
      const id = await receipt();
      for (let part = 0; part < parts; part += 1)
        await save(
          id,
          lines.map((line, n) => ({ clientKey: `${part}-${n}`, ...line })),
        );
      ids.push(id);
    }
    expect(await stock.office.post('/receipt/step', { ids, step: 'post' })).toMatchObject({
      status: 409,
      data: [{ path: 'ids.0', key: 'rule.document.tooManyTogether?max=5000' }],
    });
  });

  test('a lot has one material: receiving another into it is refused', async () => {
    const lot = { lotNo: 'ONE-1', material: 'cell', chemistry: 'B', basis: 'dry', kg: '10', location: 'L1' };
    expect((await stock.receive([lot])).reply).toMatchObject({ status: 200 });
    for (const other of [{ material: 'black_mass' }, { chemistry: 'E' }, { basis: 'wet' }]) {
      const id = await receipt([{ clientKey: 'k', ...lot, ...other }]);
      expect(await post(id)).toMatchObject({
        status: 409,
        data: [{ path: 'lines.k.lotNo', key: 'rule.document.lotDiffers' }],
      });
    }
    const both = await receipt([
      { clientKey: 'a', ...lot, lotNo: 'TWO-1' },
      { clientKey: 'b', ...lot, lotNo: 'TWO-1', chemistry: 'E' },
    ]);
    expect(await post(both)).toMatchObject({
      status: 409,
      data: [{ path: 'lines.b.lotNo', key: 'rule.document.lotDiffers' }],
    });
    expect((await stock.receive([{ ...lot, kg: '5' }])).reply).toMatchObject({ status: 200 });
  });
});

describe('lines', () => {
  const fullWidth = (text: string) =>
    text.replace(/[!-~]/g, (each) => String.fromCharCode(each.charCodeAt(0) + 0xfee0));

  test('with one code in different case, with blanks or full-width, are duplicates', async () => {
    const id = await receipt();
    const code = stock.newCode();
    expect(await save(id, [{ clientKey: 'first', code }])).toMatchObject({ status: 200 });
    const same = [
      code.toLowerCase(),
      fullWidth(code),
      ` ${code.slice(0, 4)} ${code.slice(4)}`,
      fullWidth(code.toLowerCase()),
    ];
    for (const text of same)
      expect(await save(id, [{ clientKey: 'again', code: text }])).toMatchObject({
        status: 400,
        data: [{ path: 'lines.again.code', key: 'rule.document.codeTwice' }],
      });
    const many = Array.from({ length: 1000 }, (_, n) => ({
      clientKey: `k${n}`,
      code: same[n % same.length],
    }));
    expect((await save(await receipt(), many)).status).toBe(400);
    expect(await linesOf(id)).toMatchObject({ count: 1 });
  });

  test('with one key twice in a request are stored once, with the last values', async () => {
    const id = await receipt();
    const [first, second] = [stock.newCode(), stock.newCode()];
    const reply = await save(id, [
      { clientKey: 'k', code: first },
      { clientKey: 'k', code: second },
    ]);
    expect(reply).toMatchObject({ status: 200, data: { count: 1 } });
    expect((await linesOf(id)).list).toMatchObject([{ clientKey: 'k', code: second }]);
  });

  test('can exchange their codes in one request', async () => {
    const [a, b] = [stock.newCode(), stock.newCode()];
    const id = await receipt([
      { clientKey: 'a', code: a },
      { clientKey: 'b', code: b },
    ]);
    const reply = await save(id, [
      { clientKey: 'a', code: b },
      { clientKey: 'b', code: a },
    ]);
    expect(reply, JSON.stringify(reply)).toMatchObject({ status: 200 });
    expect((await linesOf(id)).list).toMatchObject([{ code: b }, { code: a }]);
  });

  test.each([
    ['half a character', '\ud83d'],
    ['the other half', 'a\udd0bb'],
    ['a zero character', 'a\u0000b'],
    ['marks that turn the direction', '\u202eabc'],
    ['a character that is none', '\uffff\ufffe'],
  ])('with %s cause no server error', async (_, text) => {
    const id = await receipt();
    for (const field of ['clientKey', 'code', 'lotNo', 'location', 'remark', 'material', 'kg', 'condition']) {
      const reply = await save(id, [
        { clientKey: 'k', lotNo: 'U-1', material: 'cell', kg: '1', [field]: text },
      ]);
      expect([field, reply.status < 500]).toEqual([field, true]);
    }
    const posted = await post(id);
    expect(posted.status).toBeLessThan(500);
    for (const body of [{ reason: text }, { step: text }, { id: text }])
      expect((await stock.office.post('/receipt/step', { id, step: 'cancel', ...body })).status).toBeLessThan(
        500,
      );
    const reply = await insert('/receipt', { ...purchase(), remark: text, plate: text, contractNo: text });
    expect(reply.status).toBeLessThan(500);
  });

  test('saved while the document is posted are posted or refused, never lost', async () => {
    for (let round = 0; round < 4; round += 1) {
      const id = await receipt([{ code: stock.newCode(), kg: '1', location: 'L1' }]);
      const saves = [1, 2, 3].map((n) =>
        save(id, [{ clientKey: `late${n}`, code: stock.newCode(), kg: '1', location: 'L1' }]),
      );
      const [posted, ...saved] = await Promise.all([post(id), ...saves]);
      expect(posted).toMatchObject({ status: 200 });
      expect(saved.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
      const [counted] = await query(
        `select (select count(*)::int from moves where document_id = $1) as moves,
          (select count(*)::int from document_lines where document_id = $1) as lines, pieces from documents where id = $1`,
        [id],
      );
      const lines = 1 + saved.filter(({ status }) => status === 200).length;
      expect(counted).toEqual({ moves: lines, lines, pieces: lines });
    }
  });

  test('beyond 5,000 are refused as a whole', async () => {
    const id = await receipt();
    const part = (from: number, count: number) =>
      Array.from({ length: count }, (_, n) => ({
        clientKey: `k${from + n}`,
        lotNo: 'L',
        material: 'cell',
        kg: '1',
      }));
    for (let from = 0; from < 5000; from += 1000) expect((await save(id, part(from, 1000))).status).toBe(200);
    expect(await save(id, part(5000, 1))).toMatchObject({
      status: 400,
      data: [{ key: 'rule.document.tooManyLines?max=5000' }],
    });
    expect((await save(id, part(0, 1001))).status).toBe(400);
    expect(await linesOf(id)).toMatchObject({ count: 5000 });
  });
});

describe('steps', () => {
  test('the author cannot approve a document that another person submitted for them', async () => {
    const { code } = await received();
    const writer = await stock.office.staff(5200, 5201, 5202, 5212, 5960);
    const header = { preset: 'production', storeId: stock.store };
    const { data } = await insert('/issue', header, writer);
    await stock.office.post('/issue/saveLines', { id: data.id, lines: [{ clientKey: 'k', code }] }, writer);
    expect(await stock.step('/issue', data.id, 'submit')).toMatchObject({ status: 200 });
    const waiting = async (as: string) =>
      (await stock.office.get('/approval/findWaiting', as)).data.list.map(({ id }: { id: string }) => id);
    expect(await waiting(writer)).not.toContain(data.id);
    expect(await waiting(await stock.office.staff(5212, 5960))).toContain(data.id);
    expect((await stock.office.get(`/issue/course?id=${data.id}`, writer)).data.own).toBe(true);
    expect(await stock.step('/issue', data.id, 'approve', {}, writer)).toMatchObject({
      status: 409,
      data: [{ key: 'rule.document.fourEyes' }],
    });
    expect(await stock.step('/issue', data.id, 'approve', {}, stock.approver)).toMatchObject({ status: 200 });
  });

  test('a document with a number is cancelled, not deleted: numbers have no gaps', async () => {
    const { code } = await received();
    const id = await stock.draft('/issue', { preset: 'production', storeId: stock.store }, [{ code }]);
    await stock.step('/issue', id, 'submit');
    await stock.step('/issue', id, 'return', {}, stock.approver);
    expect(await stock.office.post('/issue/delete', { ids: [id], cause: 'mistake' })).toMatchObject({
      status: 409,
      data: [{ key: 'rule.document.numbered' }],
    });
    expect(await stock.step('/issue', id, 'cancel')).toMatchObject({ status: 200 });
  });

  test('posted documents are neither deleted, changed nor checked', async () => {
    const { id } = await received();
    expect((await stock.office.post('/receipt/delete', { ids: [id], cause: 'mistake' })).status).toBe(409);
    expect((await stock.office.post('/receipt/update', { id, remark: 'x' })).status).toBe(409);
    expect(await stock.office.post('/receipt/check', { id })).toMatchObject({
      status: 409,
      data: [{ key: 'resource.notEditable' }],
    });
  });

  test('a restored draft does not bring goods into a deleted store', async () => {
    const storeId = await stock.office.make('/store', {
      code: 'GONE',
      name: '旧库',
      kind: 1,
      locations: [{ code: 'L1' }],
    });
    const id = await stock.draft('/receipt', { ...purchase(), storeId }, [
      { code: stock.newCode(), kg: '1', location: 'L1' },
    ]);
    await stock.office.post('/receipt/delete', { ids: [id], cause: 'mistake' });
    expect(await stock.office.post('/store/delete', { ids: [storeId], cause: 'mistake' })).toMatchObject({
      status: 200,
    });
    expect((await stock.office.post('/receipt/restore', { ids: [id] })).status).toBe(409);
    expect((await post(id)).status).toBe(404);
  });

  test('the business day follows the zone of the tenant, to the minute', async () => {
    const { server, main } = stock.office;
    const before = server.clock.now;
    const at = async (now: string, day: string) => {
      server.clock.now = new Date(now);
      const { token } = await server.signIn(main.userName);
      const { data } = await insert('/receipt', { ...purchase(), day }, token);
      const lines = [{ clientKey: 'k', code: stock.newCode(), kg: '1', location: 'L1' }];
      await stock.office.post('/receipt/saveLines', { id: data.id, lines }, token);
      const reply = await stock.step('/receipt', data.id, 'post', {}, token);
      return reply.status === 200 ? reply.data.list[0].no.slice(2, 10) : reply.data[0].key;
    };
    // Midnight in China is 16:00 UTC.
    expect(await at('2026-03-01T15:59:59.999Z', '2026-03-02')).toBe('rule.document.dayInFuture');
    expect(await at('2026-03-01T16:00:00Z', '2026-03-02')).toBe('20260302');
    server.clock.now = before;
    for (const day of ['2026-02-29', '2026-03-01T00:00:00Z', '0000-01-01', '99999-01-01', ''])
      expect([day, (await insert('/receipt', { ...purchase(), day })).status]).toEqual([day, 400]);
  });

  test('days far in the past or future do not fill the list of months', async () => {
    for (const day of ['0001-01-01', '1899-12-31', '9999-12-31'])
      expect([day, (await insert('/receipt', { ...purchase(), day })).status]).toEqual([day, 400]);
    expect((await stock.office.get('/period/findAll')).data.length).toBeLessThan(1000);
  });

  test('a counter-document cannot be voided, and its lines cannot be posted again', async () => {
    const { id, code } = await received();
    await stock.step('/receipt', id, 'void');
    const [counter] = await query('select id from documents where reverses_id = $1', [id]);
    for (const step of ['void', 'post', 'cancel'])
      expect((await stock.step('/receipt', counter.id, step)).status).toBe(409);
    expect((await save(counter.id, [{ clientKey: 'x', code }])).status).toBe(409);
    expect((await stock.office.post('/receipt/delete', { ids: [counter.id], cause: 'mistake' })).status).toBe(
      409,
    );
  });
});

test.each(documentKinds.map(({ resource }) => [resource.path, resource.name] as const))(
  'exports of %s hold no formula',
  async (path) => {
    const fields = documentKinds.find(({ resource }) => resource.path === path)?.resource.fields ?? {};
    const texts = Object.entries(fields).flatMap(([name, field]) =>
      field.kind === 'text' && !field.server ? [name] : [],
    );
    const cells = ['=1+1', '+1', '-1', '@SUM(A1)', '＝1+1', '\t=1', '=HYPERLINK("http://x")'];
    for (const cell of cells) {
      const given = Object.fromEntries(texts.map((name) => [name, cell]));
      const row =
        path === '/movement'
          ? moving()
          : {
              storeId: stock.store,
              preset: Object.keys(
                documentKinds.find(({ resource }) => resource.path === path)?.presets ?? {},
              )[0],
              enterpriseId: stock.supplier,
              customerId: stock.customer,
            };
      const made = await insert(path, { ...row, ...given });
      if (made.status !== 200) continue;
      const reply = await stock.office.server.app.inject({
        url: `${path}/exportExcel?format=csv&ids=${made.data.id}&columns=${texts.join(',')}`,
        headers: { authorization: `Bearer ${stock.office.token}` },
      });
      expect(reply.statusCode).toBe(200);
      expect(reply.body.split('\r\n')[1]).not.toMatch(/(^|,)"?[=+\-@＝＋－＠\t]/);
    }
  },
);

test('the projections match the moves', async () => {
  expect(await ledgerDifferences(stock.office.server.services.db, stock.office.tenantId)).toEqual([]);
});
