import { buffer } from 'node:stream/consumers';
import type { ChainStep, Erasure, Route } from '@voltloop/contract';
import * as contract from '@voltloop/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import yauzl from 'yauzl';
import { type Actor, type Answer, type Sent, startWholeServer } from '../../../every-call/whole-server.ts';
import { testPassword } from '../../../testing/server.ts';
import { setUp } from '../../../testing/set-up.ts';
import { testWorld } from '../../../testing/world.ts';
import type { AccountRow } from '../../people/accounts/index.ts';
import { accountColumns } from './person-tables.ts';

const world = setUp(async () => startWholeServer(await testWorld()));
let main: Actor;
let installer: Actor;
let ada: AccountRow;
let adaToken: string;
let fileId: string;
let unusedId: string;

const as = (actor: Actor, route: Route, sent: Sent) =>
  world.send(actor.token, route, { ...sent, params: { tenantId: actor.tenantId, ...sent.params } });
async function dataOf<T>(answer: Promise<Answer>): Promise<T> {
  const { json, text } = await answer;
  if (!json?.result) throw new Error(text);
  return json.data as T;
}
const query = async <T>(text: string, values: unknown[] = []) =>
  (await world.test.services.pool.query(text, values)).rows as T[];

/** The files of the zip that a call returns, by name. */
async function zipOf(token: string, path: string): Promise<Map<string, Buffer>> {
  const reply = await fetch(`${world.url}${path}`, {
    headers: { authorization: `Bearer ${token}`, platform: 'IOT' },
  });
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/zip']);
  const zip = await yauzl.fromBufferPromise(Buffer.from(await reply.arrayBuffer()));
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return files;
}
const rowsIn = (files: Map<string, Buffer>, name: string) =>
  JSON.parse(files.get(`${name}.json`)?.toString('utf8') ?? '') as Record<string, unknown>[];

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
async function upload(token: string): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([PIXEL]), 'home of Ada.png');
  const address = await dataOf<string>(world.send(token, contract.uploadFile, { form }));
  return address.split('/').at(-1) as string;
}

beforeAll(async () => {
  main = world.callers[0] as Actor;
  installer = world.callers[4] as Actor;
  const { test } = world;
  const [above] = await query<{ id: string }>('select id from accounts where id = $1', [installer.accountId]);
  ada = await test.account(
    'enduser',
    { ...({ id: above?.id } as AccountRow) },
    {
      userName: 'ada_lovelace',
      name: 'Ada Lovelace',
      email: 'ada@home.example',
      mobile: '+447700900123',
    },
  );
  adaToken = (await world.signIn('ada_lovelace')).token;
  await dataOf(
    as(main, contract.registerThing, {
      body: {
        devid: 'ADA-1',
        desc: { name: 'Ada Lovelace', address: '12 St James Square', installTime: '2026-01-01' },
      },
    }),
  );
  await test.things.bind(test.as({ ...(await accountOf(main)) }), [ada.id], ['ADA-1']);
  const site = await dataOf<{ id: string }>(
    as(installer, contract.createSite, { body: { name: 'Ada at home', owner: ada.id, time_zone: 'UTC' } }),
  );
  fileId = await upload(adaToken);
  unusedId = await upload(adaToken);
  await query('insert into site_notes (site_id, author_id, text, photos) values ($1, $2, $3, $4)', [
    site.id,
    ada.id,
    'the key is under the mat',
    [`/files/${fileId}`],
  ]);
  await query('update files set used_at = now() where id = $1', [fileId]);
  const adaCall = (route: Route, sent: Sent) => dataOf(world.send(adaToken, route, sent));
  await adaCall(contract.putPreference, { params: { key: 'shell' }, body: { value: { theme: 7 } } });
  await adaCall(contract.insertChannel, {
    body: { kind: 'webhook', name: 'Hook', target: 'https://hooks.example.org/ada' },
  });
  await adaCall(contract.createApiToken, {
    body: { name: 'my program', scope: 'read', days: 1, password: testPassword },
  });
  await query(
    "insert into account_identities (issuer, subject, account_id, origin, label, linked_at) values ('https://login.example', 'ada', $1, 'self', 'ada@home.example', now())",
    [ada.id],
  );
  await query(
    `with schedule as (
       insert into export_schedules (account_id, name, scope, content, agg_interval, agg_type, format, every, time_zone, hour,
         language, next_day, next_at, created_at, updated_at)
       values ($1, 'Ada Lovelace at home', 'subtree', 'energy', '1d', 'avg', 'csv', 'day', 'UTC', 3, 'en', now(), now(), now(), now())
       returning id)
     insert into export_runs (schedule_id, from_day, to_day, state, next_at, file_name, created_at)
     select id, '2026-01-01', '2026-01-02', 'done', now(), 'Ada Lovelace at home_2026-01-01.csv', now() from schedule`,
    [ada.id],
  );
  await query(
    "insert into commands (id, thing_id, cmd, state, requested_by, expires_at) select gen_random_uuid(), id, 'report', 'answered', $1, now() from things where devid = 'ADA-1'",
    [ada.id],
  );
}, 120_000);

async function accountOf(actor: Actor): Promise<AccountRow> {
  const [row] = await query<{ path: string }>('select path::text from accounts where id = $1', [
    actor.accountId,
  ]);
  const { accountId: id, tenantId, roleId, userName } = actor;
  return {
    id,
    tenantId,
    roleId,
    userName,
    path: row?.path ?? '',
    kind: 'main',
    level: 1,
    parentId: null,
    name: '',
    email: null,
  };
}

test('every column that names an account has a decision', async () => {
  const columns = await query<{ name: string }>(`
    select c.conrelid::regclass::text || '.' || a.attname as name from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.contype = 'f' and c.confrelid = 'accounts'::regclass order by 1`);
  expect(columns.map(({ name }) => name)).toEqual(Object.keys(accountColumns).sort());
});

describe('a copy of personal data', () => {
  const path = (id: string) => `/v1/admin/tenant/tenants/${main.tenantId}/users/${id}/personal-data`;

  test('has the profile, sessions, devices, sites, files and actions of the account, but no secret', async () => {
    const files = await zipOf(adaToken, contract.exportOwnData.path);
    expect(rowsIn(files, 'profile')).toEqual([
      expect.objectContaining({
        user_name: 'ada_lovelace',
        email: 'ada@home.example',
        mobile: '+447700900123',
      }),
    ]);
    expect(rowsIn(files, 'sessions')).toHaveLength(1);
    expect(rowsIn(files, 'preferences')).toEqual([expect.objectContaining({ value: { theme: 7 } })]);
    expect(rowsIn(files, 'notification-channels')).toEqual([
      expect.objectContaining({ target: 'https://hooks.example.org/ada' }),
    ]);
    expect(rowsIn(files, 'devices')).toEqual([
      expect.objectContaining({
        devid: 'ADA-1',
        description: expect.objectContaining({ address: '12 St James Square' }),
      }),
    ]);
    // One created for the device, and the installer's.
    expect(
      rowsIn(files, 'sites')
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['Ada Lovelace', 'Ada at home']);
    expect(rowsIn(files, 'site-notes')).toEqual([
      expect.objectContaining({ text: 'the key is under the mat', own: true }),
    ]);
    expect(rowsIn(files, 'commands')).toEqual([expect.objectContaining({ devid: 'ADA-1', cmd: 'report' })]);
    expect(rowsIn(files, 'activity').map(({ action }) => action)).toEqual(
      expect.arrayContaining(['session.create', 'account.create', 'account.personal_data']),
    );
    const uploads = [...files].filter(([name]) => name.startsWith('files/'));
    expect(uploads.map(([name]) => name).sort()).toEqual(
      [fileId, unusedId].sort().map((id) => `files/${id}-home_of_Ada.png`),
    );
    expect(uploads[0]?.[1].subarray(1, 4).toString()).toBe('PNG');
    const all = Buffer.concat([...files.values()]).toString('utf8');
    expect(all).not.toMatch(/password_hash|token_hash|refresh_hash|secret_hash|\$argon2/);
    expect(all).not.toContain('OUTSIDE');
  });

  test('is available to superiors and the main account only, and audited', async () => {
    for (const actor of [installer, main])
      expect((await zipOf(actor.token, path(ada.id))).has('profile.json')).toBe(true);
    for (const actor of [world.outside, world.foreign])
      expect((await as(actor, contract.exportPersonalData, { params: { id: ada.id } })).status).toBe(404);
    expect(
      (
        await world.send(adaToken, contract.exportPersonalData, {
          params: { tenantId: main.tenantId, id: ada.id },
        })
      ).status,
    ).toBe(403);
    const rows = await query<{ actor_name: string }>(
      `select actor_name from audit where action = 'account.personal_data' and object_id = $1 order by seq`,
      [ada.id],
    );
    expect(rows.map(({ actor_name }) => actor_name)).toEqual([
      'ada_lovelace',
      installer.userName,
      main.userName,
    ]);
  });
});

describe('erasure', () => {
  const erase = (actor: Actor, body: object) =>
    as(actor, contract.erasePersonalData, { params: { id: ada.id }, body });
  const right = { password: testPassword, user_name: 'ada_lovelace' };

  async function checkChain(): Promise<ChainStep> {
    let step = await dataOf<ChainStep>(world.send(main.token, contract.checkLog, { body: {} }));
    while (!step.done)
      step = await dataOf<ChainStep>(
        world.send(main.token, contract.checkLog, { body: { after: step.last?.seq } }),
      );
    return step;
  }

  test('needs the password, the user name, and an account without devices, by an authorised caller', async () => {
    expect((await erase(world.outside, right)).status).toBe(404);
    expect((await erase(world.foreign, right)).status).toBe(404);
    const fieldOf = async (body: object) =>
      ((await erase(installer, body)).json?.data as { path: string }[] | undefined)?.[0]?.path;
    expect(await fieldOf({ ...right, user_name: 'ada' })).toBe('user_name');
    expect(await fieldOf({ ...right, password: 'Wrong-2026' })).toBe('password');
    const held = await erase(installer, right);
    expect(held.status).toBe(409);
    expect(held.text).toContain('account.hasThings');
    const self = await as(installer, contract.erasePersonalData, {
      params: { id: installer.accountId },
      body: { ...right, user_name: installer.userName },
    });
    expect(self.status).toBe(403);
  });

  test('leaves no personal data in the database or files, and reports what stays and why', async () => {
    await as(installer, contract.unbindThings, { query: { userIds: ada.id }, body: ['ADA-1'] });
    const [{ before } = { before: 0 }] = await query<{ before: number }>(
      'select count(*)::int as before from audit',
    );
    const { name, erased, kept } = await dataOf<Erasure>(erase(installer, right));
    expect(name).toMatch(/^erased_\d+$/);
    const count = (what: string) => erased.find((each) => each.what === what)?.rows ?? 0;
    for (const what of [
      'sessions',
      'tokens',
      'exports',
      'settings',
      'notifications',
      'sites',
      'devices',
      'files',
    ])
      expect([what, count(what) > 0]).toEqual([what, true]);
    expect(count('files')).toBe(2);
    const why = Object.fromEntries(kept.map((each) => [each.why, each.rows]));
    expect(why).toMatchObject({ audit: expect.any(Number), device: expect.any(Number) });

    // No table identifies the person any more.
    const tables = await query<{ name: string }>(`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`);
    for (const { name: table } of tables) {
      const found = await query(
        `select t::text as row from "${table}" t where t::text ~* 'ada_lovelace|ada@home|447700900123|St James|Ada Lovelace|under the mat|hooks.example.org/ada'`,
      );
      expect([table, found]).toEqual([table, []]);
    }
    const { files } = world.test.services;
    for (const id of [fileId, unusedId]) {
      expect(
        (await fetch(`${world.url}/files/${id}`, { headers: { authorization: `Bearer ${main.token}` } }))
          .status,
      ).toBe(404);
      await expect(files.read(`uploads/${id}`)).rejects.toThrow();
    }
    expect((await world.send(adaToken, contract.getSelf, {})).status).toBe(401);
    const [after] = await query<{ n: number }>('select count(*)::int as n from audit');
    expect(after?.n, 'rows of the trail stay').toBeGreaterThan(before);
    expect(
      await query(`select devid, description ? 'installTime' as kept from things where devid = 'ADA-1'`),
    ).toEqual([{ devid: 'ADA-1', kept: true }]);
  });

  test('keeps the chain of the trail valid; a changed remainder and an unrecorded redaction are detected', async () => {
    expect(await checkChain()).toMatchObject({ broken: null });
    const [reduced] = await query<{ seq: string; details: object }>(
      `select a.seq, a.details from audit a join audit_redactions r on r.seq = a.seq order by a.seq limit 1`,
    );
    await query(`update audit set details = '{"forged": true}' where seq = $1`, [reduced?.seq]);
    expect((await checkChain()).broken).toMatchObject({ seq: Number(reduced?.seq), fault: 'content' });
    await query('update audit set details = $2 where seq = $1', [
      reduced?.seq,
      JSON.stringify(reduced?.details),
    ]);
    expect(await checkChain()).toMatchObject({ broken: null });

    // Simulates an attacker who also writes the hash of the forged row.
    const [added] = await query<{ n: string }>(
      `insert into audit_redactions (redaction_id, seq, content_hash) select gen_random_uuid(), seq, hash from audit a
       where action = 'thing.register' and not exists (select from audit_redactions r where r.seq = a.seq)
       order by seq limit 1 returning n`,
    );
    expect((await checkChain()).broken).toMatchObject({ fault: 'content' });
    await query('delete from audit_redactions where n = $1', [added?.n]);
    await query('update audit_redactions set content_hash = sha256(content_hash) where seq = $1', [
      reduced?.seq,
    ]);
    expect((await checkChain()).broken).toMatchObject({ seq: Number(reduced?.seq), fault: 'content' });
  });

  test('is done once, and the copy of an erased account has no personal data', async () => {
    const [{ user_name } = { user_name: '' }] = await query<{ user_name: string }>(
      'select user_name from accounts where id = $1',
      [ada.id],
    );
    expect((await erase(installer, { ...right, user_name })).status).toBe(409);
    const files = await zipOf(
      main.token,
      `/v1/admin/tenant/tenants/${main.tenantId}/users/${ada.id}/personal-data`,
    );
    expect(Buffer.concat([...files.values()]).toString('utf8')).not.toMatch(/lovelace|ada@home/i);
  });
});
