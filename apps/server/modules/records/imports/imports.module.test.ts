import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import type * as contract from '@voltloop/contract';
import {
  type ImportPreview,
  type ImportRow,
  MAX_IMPORT_BYTES,
  type Page,
  type ReplyOf,
} from '@voltloop/contract';
import readXlsx from 'read-excel-file/node';
import { beforeAll, describe, expect, test } from 'vitest';
import { TEMPORARY } from '../../../platform/files.ts';
import type { TableCell } from '../../../platform/table-export.ts';
import { startOwnServer } from '../../../testing/own-server.ts';
import { setUp } from '../../../testing/set-up.ts';
import { uploadFile, workbookOf } from '../../../testing/upload-sheet.ts';
import type { AccountRow } from '../../people/accounts/index.ts';
import { attacks } from './attack-workbooks.ts';
import { createImports } from './index.ts';

const server = setUp(() => startOwnServer({}, (services, { things }) => [createImports(services, things)]));
let main: AccountRow;
let factory: AccountRow;
let owner: AccountRow;
let rival: AccountRow;
const tokens = new Map<string, string>();

beforeAll(async () => {
  main = await server.tenant();
  factory = await server.account('factory', main);
  owner = await server.account('enduser', factory);
  rival = await server.account('factory', main);
  for (const a of [main, factory, owner, rival]) tokens.set(a.id, (await server.signIn(a.userName)).token);
});

const I = () => `/v1/imports/tenants/${main.tenantId}`;
const call = (as: AccountRow, method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) =>
  server.call(tokens.get(as.id) ?? '', method, I() + path, body);

const HEAD = ['Device id', 'Device', 'Account', 'Time zone', 'Longitude', 'Latitude', 'Installed on'];
const sheet = (rows: TableCell[][], header = HEAD) => workbookOf(header, rows);
const upload = (as: AccountRow, bytes: Buffer) =>
  uploadFile(server, tokens.get(as.id) ?? '', main.tenantId, 'things', bytes);
const preview = async (as: AccountRow, rows: TableCell[][]) =>
  (await upload(as, await sheet(rows))).data as ImportPreview;
const rowsOf = async (as: AccountRow, id: string, query = '') =>
  (await call(as, 'GET', `/previews/${id}/rows?${query}`)).data as Page<ImportRow>;
const registered = async (devid: string) =>
  (await server.services.pool.query('select 1 from things where devid = $1 and deleted_at is null', [devid]))
    .rowCount === 1;
type Done = ReplyOf<typeof contract.confirmImport>;

describe('a valid file', () => {
  test('is previewed, and written only when confirmed: registered, bound, secrets returned once', async () => {
    const shown = await preview(main, [
      ['IMP_1', 'Lake house', owner.userName, 'Europe/Berlin', 10.5, 47.25, '2026-02-03'],
      ['IMP_2', null, null, null, null, null, null],
    ]);
    expect(shown).toMatchObject({ kind: 'things', file_name: 'rows.xlsx', total: 2, wrong: 0 });
    expect(await registered('IMP_1')).toBe(false);

    const reply = await call(main, 'POST', `/previews/${shown.id}/confirm`, {});
    const done = reply.data as Done;
    expect(done).toMatchObject({ imported: 2, skipped: 0 });
    expect(reply.headers['cache-control']).toBe('no-store');
    for (const { devid, secret } of done.secrets)
      expect(await server.things.authenticateDevice(devid, secret, '127.0.0.1')).not.toBeNull();
    const thing = await server.call(
      tokens.get(owner.id) ?? '',
      'GET',
      `/v1/things/tenants/${main.tenantId}/things/IMP_1`,
    );
    expect(thing.data).toMatchObject({
      devname: 'Lake house',
      time_zone: 'Europe/Berlin',
      gps: { longitude: 10.5, latitude: 47.25 },
      desc: { installTime: '2026-02-03' },
      subusers: [owner.userName],
    });
    // Neither the rows, which are personal data, nor a second run remain.
    const left = await server.services.pool.query('select 1 from import_rows where import_id = $1', [
      shown.id,
    ]);
    expect(left.rowCount).toBe(0);
    expect((await call(main, 'POST', `/previews/${shown.id}/confirm`, {})).status).toBe(409);
    const audited = await server.services.pool.query(
      "select action, details from audit where action like 'import.%' or details->>'devid' = 'IMP_1' order by seq",
    );
    expect(audited.rows.map((r) => r.action)).toEqual(['import.upload', 'thing.register', 'import.confirm']);
    expect(JSON.stringify(audited.rows)).not.toContain(done.secrets[0]?.secret);
  });

  test('confirmed twice concurrently is written once', async () => {
    const { id } = await preview(main, [['IMP_TWICE']]);
    const replies = await Promise.all([1, 2].map(() => call(main, 'POST', `/previews/${id}/confirm`, {})));
    expect(replies.map((r) => r.status).sort()).toEqual([200, 409]);
  });

  test('can have 20,000 rows', async () => {
    const rows = Array.from({ length: 20_000 }, (_, i) => [`BULK_${i}`, `Home ${i}`, owner.userName]);
    const { id, total, wrong } = await preview(factory, rows);
    expect([total, wrong]).toEqual([20_000, 0]);
    const done = (await call(factory, 'POST', `/previews/${id}/confirm`, {})).data as Done;
    expect(new Set(done.secrets.map((s) => s.secret)).size).toBe(20_000);
    const { rows: bound } = await server.services.pool.query(
      `select count(*)::int as n from bindings b join things t on t.id = b.thing_id
       where b.until is null and t.devid like 'BULK\\_%'`,
    );
    // The owner, and the factory that registered them.
    expect(bound[0].n).toBe(40_000);
    // Thousands of audit rows at once continue the unbroken chain of the earlier rows.
    const { rows: broken } = await server.services.pool.query(
      `select count(*)::int as n from (select prev_hash, lag(hash) over (partition by chain order by seq) as before from audit) a
       where prev_hash is distinct from before`,
    );
    expect(broken[0].n).toBe(0);
  });
});

describe('invalid rows', () => {
  const wrongRows: [TableCell[], string, string][] = [
    [[null, 'No id'], 'devid', 'required'],
    [['a b!'], 'devid', 'devid'],
    [['TAKEN_1'], 'devid', 'devidTaken'],
    [['IMP_OK'], 'devid', 'devidTwice'],
    [['IMP_4', 'x'.repeat(101)], 'devname', 'tooLong'],
    [['IMP_5', null, 'nobody_here'], 'account', 'account'],
    [['IMP_7', null, null, 'Mars/Base'], 'time_zone', 'timeZone'],
    [['IMP_8', null, null, null, '200', '1'], 'longitude', 'longitude'],
    [['IMP_9', null, null, null, 10], 'latitude', 'position'],
    [['IMP_10', null, null, null, null, null, '2026-02-30'], 'installTime', 'date'],
    [[1e18], 'devid', 'longNumber'],
  ];

  test('are each reported with their reason, and nothing is written until they are fixed or skipped', async () => {
    await server.things.register(server.as(main), [{ devid: 'TAKEN_1', devtype: 'HE_BAT' }]);
    const { id, total, wrong } = await preview(main, [['IMP_OK'], ...wrongRows.map(([row]) => row)]);
    expect([total, wrong]).toEqual([wrongRows.length + 1, wrongRows.length]);
    const page = await rowsOf(main, id, 'wrong=1');
    expect(page.list.map((row) => [row.errors[0]?.column, row.errors[0]?.key])).toEqual(
      wrongRows.map(([, column, key]) => [column, key]),
    );
    expect(page.list.find((row) => row.errors[0]?.key === 'devidTwice')?.errors[0]?.message).toBe(
      'Duplicate of row 2',
    );
    expect((await call(main, 'POST', `/previews/${id}/confirm`, {})).status).toBe(409);
    expect(await registered('IMP_OK')).toBe(false);

    const done = await call(main, 'POST', `/previews/${id}/confirm`, { skip_wrong: true });
    expect(done.data).toMatchObject({ imported: 1, skipped: wrongRows.length });
    expect(await registered('IMP_OK')).toBe(true);
  });

  test('can be downloaded as a workbook with their reasons, in the reader’s language', async () => {
    const { id } = await preview(main, [['FINE_1'], ['no good!', '=1+1']]);
    const reply = await server.app.inject({
      method: 'GET',
      url: `${I()}/previews/${id}/errors?language=zh`,
      headers: { authorization: `Bearer ${tokens.get(main.id)}` },
    });
    const [first] = await readXlsx(reply.rawPayload);
    const data = first?.data ?? [];
    expect(data).toHaveLength(2);
    expect(data[0]?.slice(-2)).toEqual(['原行号', '错误原因']);
    expect([data[1]?.[0], data[1]?.[1]]).toEqual(['no good!', '=1+1']);
    expect(data[1]?.slice(-2)).toEqual([3, '设备编号: 4 至 64 位字母、数字、- 或 _']);
    // The file of errors can be uploaded again.
    expect((await upload(main, reply.rawPayload)).status).toBe(200);
  });

  test('that have become invalid since the upload are shown, and nothing is written', async () => {
    const { id } = await preview(main, [['LATE_1'], ['LATE_2']]);
    await server.things.register(server.as(main), [{ devid: 'LATE_2', devtype: 'HE_BAT' }]);
    expect((await call(main, 'POST', `/previews/${id}/confirm`, {})).status).toBe(409);
    expect(await registered('LATE_1')).toBe(false);
    expect((await rowsOf(main, id, 'wrong=1')).list.map((r) => r.number)).toEqual([3]);
  });

  test('include those with an account outside the subtree, or one that cannot own things', async () => {
    const of = async (as: AccountRow, account: AccountRow) => {
      const { id } = await preview(as, [['ACC_1', null, account.userName]]);
      return (await rowsOf(as, id)).list[0]?.errors[0]?.key;
    };
    expect(await of(factory, rival)).toBe('account');
    expect(await of(main, main)).toBe('accountKind');
    expect(await of(factory, owner)).toBeUndefined();
  });
});

describe('a preview', () => {
  test('can be discarded, and expires', async () => {
    const { id } = await preview(main, [['MINE_1']]);
    expect((await call(main, 'DELETE', `/previews/${id}`)).status).toBe(200);
    expect((await call(main, 'GET', `/previews/${id}`)).status).toBe(404);

    const late = await preview(main, [['MINE_2']]);
    await server.services.pool.query('update imports set expires_at = $2 where id = $1', [
      late.id,
      server.clock.now,
    ]);
    expect((await call(main, 'POST', `/previews/${late.id}/confirm`, {})).status).toBe(404);
    const sweeper = createImports(server.services, server.things);
    await sweeper.start?.();
    await sweeper.stop?.();
    const left = await server.services.pool.query('select 1 from import_rows where import_id = $1', [
      late.id,
    ]);
    expect(left.rowCount).toBe(0);
  });

  test('beyond five of an account replaces the oldest', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 6; i++) ids.push((await preview(rival, [[`SIX_${i}`]])).id);
    const found = await Promise.all(ids.map((id) => call(rival, 'GET', `/previews/${id}`)));
    expect(found.filter((r) => r.status === 404)).toHaveLength(1);
    expect(found.at(-1)?.status).toBe(200);
  });
});

describe('the file', () => {
  test('may have its columns in any order and language; unknown ones are reported and not imported', async () => {
    const head = ['My note', '设备名称', '设备编号 *', '错误原因', ''];
    const bytes = await sheet([['note', '湖边小屋', 'ORDER_1', 'before', 'x']], head);
    const { id, unknown_columns } = (await upload(main, bytes)).data as ImportPreview;
    expect((await rowsOf(main, id)).list).toEqual([
      { number: 2, cells: { devid: 'ORDER_1', devname: '湖边小屋' }, errors: [], warnings: [] },
    ]);
    expect(unknown_columns).toEqual(['My note']);
    expect((await call(main, 'GET', `/previews/${id}`)).data).toMatchObject({ unknown_columns: ['My note'] });
  });

  test('with only the template’s example row is refused; among other rows the example row is skipped', async () => {
    const reply = await server.app.inject({
      method: 'GET',
      url: `${I()}/templates/things?language=en`,
      headers: { authorization: `Bearer ${tokens.get(main.id)}` },
    });
    const empty = await upload(main, reply.rawPayload);
    expect([empty.status, (empty.data as { key: string }[])[0]?.key]).toEqual([400, 'import.onlyExample']);

    const [template] = await readXlsx(reply.rawPayload);
    const [head = [], example = []] = (template?.data ?? []).map((row) =>
      row.map((cell) => cell as TableCell),
    );
    const edited = example.map((cell, i) => (i === 1 ? 'My house' : cell));
    const own = example.map((_, i) => (i === 0 ? 'OWN_1' : null));
    const bytes = await sheet([example, edited, own], head.map(String));
    const { id, total, wrong, doubtful, example_rows } = (await upload(main, bytes)).data as ImportPreview;
    expect({ total, wrong, doubtful, example_rows }).toEqual({
      total: 2,
      wrong: 0,
      doubtful: 1,
      example_rows: 1,
    });
    // The rest of the example row was overwritten, so it may be meant; the user is warned.
    expect((await rowsOf(main, id, 'doubtful=1')).list).toMatchObject([
      { number: 3, warnings: [{ column: 'devid', key: 'exampleId' }] },
    ]);
  });

  test('that attacks its reader is refused while another account imports', async () => {
    const bombs = attacks.filter(([name]) => /39 MB$|one tag/.test(name));
    const attacked = Promise.all(
      bombs.map(async ([, key, make]) => [key, await upload(main, await make())] as const),
    );
    expect(await preview(factory, [['CALM_1']])).toMatchObject({ total: 1, wrong: 0 });
    for (const [key, reply] of await attacked)
      expect([reply.status, (reply.data as { key: string }[])[0]?.key]).toEqual([400, `import.${key}`]);
    const { files } = server.services;
    expect(await files.olderThan(TEMPORARY, new Date(Date.now() + 60_000))).toEqual([]);
  });

  test.each([
    ['no zip', Buffer.from('devid,devname\nA_123,b'), 'import.unreadable'],
    ['an empty file', Buffer.alloc(0), 'import.empty'],
    ['an old .xls', Buffer.from('d0cf11e0a1b11ae100000000', 'hex'), 'import.oldFormat'],
  ])('is refused: %s', async (_, bytes, key) => {
    const reply = await upload(main, bytes);
    expect([reply.status, (reply.data as { key: string }[])[0]?.key]).toEqual([400, key]);
  });

  test.each([
    ['no rows', [], HEAD, 'import.empty'],
    [
      'no column of ids',
      [['x']],
      ['Device'],
      'import.noColumn?column=%E8%AE%BE%E5%A4%87%E7%BC%96%E5%8F%B7+%2F+Device+id',
    ],
    ['a column twice', [['A_123', 'B_123']], ['Device id', '设备编号'], 'import.columnTwice'],
  ])('is refused: %s', async (_, rows, head, key) => {
    const reply = await upload(main, await sheet(rows, head));
    expect([reply.status, (reply.data as { key: string }[])[0]?.key]).toEqual([400, key]);
  });

  test('of more than 20,000 rows, or more than 5 MB, is refused', async () => {
    const many = await upload(main, await sheet(Array.from({ length: 20_001 }, (_, i) => [`MANY_${i}`])));
    expect((many.data as { key: string }[])[0]?.key).toBe('import.tooManyRows?max=20000');
    const large = await upload(main, Buffer.alloc(5 * 1024 * 1024 + 1, 1));
    expect(large.status).toBe(413);
  });

  test('of more than 5 MB is refused also when the limit is between two chunks', async () => {
    const head =
      '--cut\r\ncontent-disposition: form-data; name="file"; filename="a.xlsx"\r\ncontent-type: application/octet-stream\r\n\r\n';
    async function* pieces() {
      yield Buffer.from(head);
      yield Buffer.alloc(MAX_IMPORT_BYTES, 1);
      // The first chunk is read completely before the one that exceeds the limit arrives.
      await setTimeout(100);
      yield Buffer.from('x\r\n--cut--\r\n');
    }
    const reply = await server.app.inject({
      method: 'POST',
      url: `${I()}/kinds/things`,
      payload: Readable.from(pieces()),
      headers: {
        authorization: `Bearer ${tokens.get(main.id)}`,
        'content-type': 'multipart/form-data; boundary=cut',
      },
    });
    expect(reply.json().data).toMatchObject([{ path: 'file', key: 'import.tooLarge' }]);
  });

  test('must be sent as multipart', async () => {
    expect((await call(main, 'POST', '/kinds/things', {})).status).toBe(415);
  });
});
