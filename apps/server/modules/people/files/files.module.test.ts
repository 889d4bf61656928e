import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { FILE_LIMIT_BYTES, IMAGE_LIMIT_BYTES } from '@voltloop/contract';
import { sql } from 'kysely';
import sharp from 'sharp';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { oneRow } from '../../../platform/db.ts';
import { TEMPORARY } from '../../../platform/files.ts';
import { UPLOADS_AT_ONCE } from '../../../platform/receive-file.ts';
import { startOwnServer } from '../../../testing/own-server.ts';
import { setUp } from '../../../testing/set-up.ts';
import type { AccountRow } from '../accounts/index.ts';
import { jpegClaiming, pngOf } from './attack-images.ts';
import { ImageWorkers } from './image-workers.ts';
import { createFiles } from './index.ts';
import { attachFiles, removeUnused, UNUSED_MS } from './unused.ts';

const server = setUp(() => startOwnServer({}, (services) => [createFiles(services)]));
let main: AccountRow;
let token: string;

beforeAll(async () => {
  main = await server.tenant();
  token = (await server.signIn(main.userName)).token;
});

/** A multipart body with one file, as a browser sends it. */
function body(content: Buffer, name: string, field = 'file') {
  const boundary = `----${randomBytes(8).toString('hex')}`;
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  return {
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    type: `multipart/form-data; boundary=${boundary}`,
  };
}

async function upload(content: Buffer, name: string, options: { field?: string; headers?: object } = {}) {
  const { payload, type } = body(content, name, options.field);
  const reply = await server.app.inject({
    method: 'POST',
    url: '/common/uploadFile',
    payload,
    headers: { 'content-type': type, ...(options.headers ?? { authorization: `Bearer ${token}` }) },
  });
  return { ...reply.json(), status: reply.statusCode } as {
    status: number;
    code: number;
    data: string;
    result: boolean;
  };
}

/** Names of temporary files of uploads in progress. */
const temporaryFiles = () => server.services.files.olderThan(TEMPORARY, new Date(Date.now() + 60_000));

/** A new account with its headers. */
async function newcomer() {
  const { id, userName } = await server.account('factory', main);
  return { id, headers: { authorization: `Bearer ${(await server.signIn(userName)).token}` } };
}

/** An upload that ends on request. */
function slowUpload(headers: object) {
  const { payload, type } = body(Buffer.from('a note'), 'a.txt');
  const ended = Promise.withResolvers<void>();
  async function* pieces() {
    yield payload.subarray(0, payload.length - 20);
    await ended.promise;
    yield payload.subarray(payload.length - 20);
  }
  const reply = server.app.inject({
    method: 'POST',
    url: '/common/uploadFile',
    payload: Readable.from(pieces()),
    headers: { 'content-type': type, ...headers },
  });
  return { reply, end: ended.resolve };
}

const read = (address: string, headers: object = {}, as = token) =>
  server.app.inject({ url: address, headers: { authorization: `Bearer ${as}`, ...headers } });

const attach = (address: string) =>
  server.services.db
    .transaction()
    .execute((trx) => attachFiles(trx, [{ file: [address] }], { now: server.clock.now }));

const picture = (width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: '#409eff' } });

/** A PNG or JPEG of exactly this many bytes: bytes after the end of a picture are ignored. */
async function sized(type: 'png' | 'jpeg', bytes: number): Promise<Buffer> {
  const content = await picture()[type]().toBuffer();
  return Buffer.concat([content, Buffer.alloc(bytes - content.length)]);
}

describe('an image', () => {
  it.each(['png', 'jpeg'] as const)('of %s is accepted below 2 MiB, not from there on', async (type) => {
    const under = await upload(await sized(type, IMAGE_LIMIT_BYTES - 1), `a.${type}`);
    expect(under).toMatchObject({ status: 200, code: 0, result: true });
    expect(under.data).toMatch(/^\/files\/[0-9a-f-]{36}$/);
    for (const bytes of [IMAGE_LIMIT_BYTES, IMAGE_LIMIT_BYTES + 1, 3_000_000]) {
      const over = await upload(await sized(type, bytes), `a.${type}`);
      expect(over).toMatchObject({ status: 413, code: 4130001, result: false });
    }
  });

  it('is returned as the same picture without metadata or trailing bytes', async () => {
    const secret = 'GPS 29.56, 106.55';
    const content = Buffer.concat([
      await picture()
        .jpeg()
        .withExif({ IFD0: { Copyright: secret } })
        .withMetadata({ orientation: 6 })
        .toBuffer(),
      Buffer.from('<script>hidden</script>'),
    ]);
    expect(content.includes(secret)).toBe(true);
    const { data } = await upload(content, 'holiday.jpg');
    const reply = await read(data);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-type']).toBe('image/jpeg');
    expect(reply.headers['content-disposition']).toBeUndefined();
    expect(reply.headers['content-security-policy']).toBe("default-src 'none'; sandbox");
    expect(reply.rawPayload.includes(secret)).toBe(false);
    expect(reply.rawPayload.includes('script')).toBe(false);
    // Rotated by its EXIF data, which are removed.
    expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 30, height: 40 });
  });

  it.each([
    [
      'only begins like a PNG',
      Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), randomBytes(500)]),
    ],
    ['is an SVG', Buffer.from('<svg onload="alert(1)"/>')],
    ['is a GIF', Buffer.from('GIF89a\u0001\u0000\u0001\u0000')],
  ])('that %s is refused', async (_what, content) => {
    expect(await upload(content, 'a.png')).toMatchObject({ status: 415, code: 4150001 });
  });

  it.each([
    ['40 million pixels in one column', () => pngOf(1, 39_999_999, 0)],
    ['more than 40 million pixels', () => pngOf(7000, 7000, 0)],
    ['a JPEG with a side of 60,000', async () => jpegClaiming(await picture().jpeg().toBuffer(), 60_000, 8)],
  ])('that claims %s is refused by its header', async (_what, make) => {
    const refused = await upload(await make(), 'a.png');
    expect(refused).toMatchObject({ status: 413, data: [{ key: 'upload.imageDimensions' }] });
  });

  it('that is truncated is refused', async () => {
    const whole = await sharp(randomBytes(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } })
      .png()
      .toBuffer();
    expect((await upload(whole.subarray(0, whole.length / 2), 'a.png')).status).toBe(415);
  });
});

describe('any other file', () => {
  it('is returned unchanged, as a download and never inline', async () => {
    const content = Buffer.from('<html><script>alert(1)</script></html>');
    const { status, data } = await upload(content, '合同 "1".html');
    expect(status).toBe(200);
    const reply = await read(data);
    expect(reply.rawPayload.equals(content)).toBe(true);
    expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(reply.headers['content-disposition']).toMatch(/^attachment; filename=/);
  });

  it('may have 10 MiB but no more', async () => {
    const head = Buffer.from('%PDF-1.7\n');
    const pdf = (bytes: number) => Buffer.concat([head, Buffer.alloc(bytes - head.length)]);
    expect((await upload(pdf(FILE_LIMIT_BYTES), 'a.pdf')).status).toBe(200);
    expect((await upload(pdf(FILE_LIMIT_BYTES + 1), 'a.pdf')).status).toBe(413);
    expect((await upload(pdf(FILE_LIMIT_BYTES * 2), 'a.pdf')).status).toBe(413);
  });

  it('of an unsupported kind is refused', async () => {
    expect((await upload(Buffer.from([0x4d, 0x5a, 0x90, 0]), 'setup.exe')).status).toBe(415);
  });
});

describe('the processes that decode images', () => {
  const type = 'image/png' as const;
  async function job() {
    const [input, output] = [
      await server.services.files.temporary(),
      await server.services.files.temporary(),
    ];
    onTestFinished(async () => {
      await Promise.all([rm(input, { force: true }), rm(output, { force: true })]);
    });
    return { input, output, type, limit_bytes: FILE_LIMIT_BYTES };
  }
  const isAlive = (pid: number) => existsSync(`/proc/${pid}`);

  it('are killed when an image takes too long, and another one is available for the next', async () => {
    const images = new ImageWorkers({ longest_ms: 1 });
    onTestFinished(() => images.stop());
    const slow = await job();
    await writeFile(slow.input, pngOf(5000, 5000));
    const outcome = images.clean('a', slow);
    const [pid = 0] = images.pids;
    expect(await outcome).toEqual({ refused: 'late' });
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 10_000 });
    expect(images.pids).toEqual([]);
  });

  it('end when nobody waits for the image, and are never more than two for one account', async () => {
    const images = new ImageWorkers();
    onTestFinished(() => images.stop());
    const leaving = new AbortController();
    const left = images.clean('a', await job(), leaving.signal);
    const [pid = 0] = images.pids;
    leaving.abort();
    await expect(left).rejects.toThrow(/abort/);
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 10_000 });

    const jobs = await Promise.all(Array.from({ length: 5 }, job));
    await Promise.all(jobs.map(({ input }) => writeFile(input, pngOf(300, 300))));
    const all = jobs.map((each, i) => images.clean(i < 4 ? 'greedy' : 'other', each));
    // The other account's image does not wait for the four.
    expect(images.pids).toHaveLength(2);
    for (const outcome of await Promise.all(all)) expect(outcome).toMatchObject({ width: 300, height: 300 });
    expect(images.pids).toHaveLength(2);
  });
});

describe('an upload', () => {
  const text = Buffer.from('a note');

  it('needs a session; its token may be in the header access-token', async () => {
    expect((await upload(text, 'a.txt', { headers: {} })).status).toBe(401);
    expect((await upload(text, 'a.txt', { headers: { 'access-token': token } })).status).toBe(200);
    const both = { authorization: `Bearer ${token}`, 'access-token': 'other' };
    expect((await upload(text, 'a.txt', { headers: both })).status).toBe(401);
  });

  it('needs a multipart body with the field file', async () => {
    expect((await server.call(token, 'POST', '/common/uploadFile', { file: 'x' })).status).toBe(415);
    expect((await upload(text, 'a.txt', { field: 'other' })).status).toBe(400);
  });

  it('is audited with the stored name', async () => {
    const { data } = await upload(text, '../../x.txt');
    const row = oneRow(
      await sql<{ action: string; actor_name: string | null; details: Record<string, unknown> }>`
        select action, actor_name, details from audit
        where object_id = ${data.slice('/files/'.length)}`.execute(server.services.db),
    );
    expect(row).toEqual({
      action: 'file.upload',
      actor_name: main.userName,
      details: { name: 'x.txt', type: 'text/plain', size_bytes: text.length },
    });
  });

  it('is limited to sixty in a minute', async () => {
    const { headers, id } = await newcomer();
    const replies = [];
    for (let i = 0; i < 12; i++) {
      const five = Array.from({ length: 6 }, () => upload(text, 'a.txt', { headers }));
      replies.push(...(await Promise.all(five)));
    }
    const taken = replies.filter((reply) => reply.status === 200);
    expect(taken).toHaveLength(60);
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200, 429]));
    // The others left nothing behind, neither a row nor a file.
    const { rows } = await server.services.pool.query('select id from files where account_id = $1', [id]);
    expect(rows.map((row) => `/files/${row.id}`).sort()).toEqual(taken.map((reply) => reply.data).sort());
    server.clock.now = new Date(server.clock.now.getTime() + 61_000);
    expect((await upload(text, 'a.txt', { headers })).status).toBe(200);
  });

  it('waits unread behind two others of its account, and is refused behind six; other accounts upload meanwhile', async () => {
    const { headers } = await newcomer();
    const slow = Array.from({ length: 7 }, () => slowUpload(headers));
    // None of the others can end yet.
    const refused = await Promise.any(slow.map(({ reply }) => reply));
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '5']);
    expect(refused.json().data).toMatchObject([{ path: 'file', key: 'upload.tooManyAtOnce' }]);
    expect((await upload(text, 'a.txt')).status).toBe(200);
    // Three are being read; the bodies of the others are unread, and no database connection is in use.
    await vi.waitFor(async () => expect((await temporaryFiles()).length).toBe(UPLOADS_AT_ONCE), {
      timeout: 10_000,
    });
    const { pool } = server.services;
    expect(pool.totalCount - pool.idleCount).toBe(0);
    for (const each of slow) each.end();
    const replies = await Promise.all(slow.map(({ reply }) => reply));
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 200, 200, 200, 200, 429]);
    expect(await temporaryFiles()).toEqual([]);
  });

  it('that completes is stored, and one that aborts leaves nothing behind', async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    const { payload, type } = body(await picture().png().toBuffer(), 'a.png');
    const options = {
      port,
      method: 'POST',
      path: '/common/uploadFile',
      headers: { authorization: `Bearer ${token}`, 'content-type': type, 'content-length': payload.length },
    };
    const whole = sendRequest(options).end(payload);
    const [reply] = await once(whole, 'response');
    expect([reply.statusCode, ((await json(reply)) as { result: boolean }).result]).toEqual([200, true]);

    const broken = sendRequest(options);
    broken.on('error', () => {});
    broken.write(payload.subarray(0, payload.length - 10));
    await vi.waitFor(async () => expect(await temporaryFiles()).toHaveLength(1), { timeout: 10_000 });
    broken.destroy();
    await vi.waitFor(async () => expect(await temporaryFiles()).toEqual([]), { timeout: 10_000 });
  });
});

describe('the quota', () => {
  const big = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(700_000)]);

  it('of an account and of its tenant is respected by concurrent uploads', async () => {
    const { config } = server.services;
    const { accountFiles_MB, tenantFiles_MB } = config;
    onTestFinished(() => void Object.assign(config, { accountFiles_MB, tenantFiles_MB }));
    Object.assign(config, { accountFiles_MB: 2, tenantFiles_MB: 3 });
    const tenant = await server.tenant();
    const [one, two] = [await server.account('factory', tenant), await server.account('factory', tenant)];
    const as = async (userName: string) => ({
      authorization: `Bearer ${(await server.signIn(userName)).token}`,
    });
    const send = async (headers: object) => {
      const reply = await upload(big, 'a.pdf', { headers });
      return reply.status === 200 ? 'taken' : [reply.status, reply.code, reply.data];
    };
    const full = (key: string) => [413, 4130002, [expect.objectContaining({ path: 'file', key })]];
    const first = await as(one.userName);
    const accountFull = full('upload.accountQuota?max=2');
    const replies = await Promise.all([send(first), send(first), send(first)]);
    expect(replies.filter((reply) => reply === 'taken')).toHaveLength(2);
    expect(replies.find((reply) => reply !== 'taken')).toEqual(accountFull);
    expect(await send(first)).toEqual(accountFull);

    const second = await as(two.userName);
    expect(await send(second)).toBe('taken');
    expect(await send(second)).toBe('taken');
    expect(await send(await as(tenant.userName))).toEqual(full('upload.tenantQuota?max=3'));
    // Removed files no longer count.
    await server.services.pool.query('delete from files where account_id = $1', [one.id]);
    expect(await send(first)).toBe('taken');
  });
});

describe('a file', () => {
  it('is read by its own tenant only', async () => {
    const { data } = await upload(Buffer.from('mine'), 'a.txt');
    await attach(data);
    const below = await server.account('staff', main);
    expect((await read(data, {}, (await server.signIn(below.userName)).token)).statusCode).toBe(200);
    const stranger = await server.tenant();
    const other = (await server.signIn(stranger.userName)).token;
    expect((await read(data, {}, other)).statusCode).toBe(404);
    expect((await server.app.inject({ url: data })).statusCode).toBe(401);
  });

  it.each(['/files/x', '/files/00000000-0000-4000-8000-000000000000', '/files/..%2f..%2fpostgres'])(
    'at the invalid address %s is not found',
    async (address) => expect((await read(address)).statusCode).toBe(404),
  );

  it('without an owner is opened by the back office once it is attached, and by its uploader, not by other accounts of the portal', async () => {
    const { data: address } = await upload(Buffer.from('an identity card'), 'card.txt');
    const tokenOf = async (kind: 'staff' | 'enduser' | 'factory') =>
      (await server.signIn((await server.account(kind, main)).userName)).token;
    const statusAs = async (as: string) => (await read(address, {}, as)).statusCode;
    const staff = await tokenOf('staff');
    expect(await statusAs(staff)).toBe(404);
    await attach(address);
    expect(await statusAs(staff)).toBe(200);
    expect([await statusAs(await tokenOf('enduser')), await statusAs(await tokenOf('factory'))]).toEqual([
      404, 404,
    ]);
    const own = await newcomer();
    const { data: theirs } = await upload(Buffer.from('a note'), 'a.txt', { headers: own.headers });
    expect((await server.app.inject({ url: theirs, headers: own.headers })).statusCode).toBe(200);
  });

  it('is revalidated and not sent again', async () => {
    const { data } = await upload(Buffer.from('again'), 'a.txt');
    const { etag } = (await read(data)).headers;
    const again = await read(data, { 'if-none-match': etag });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
  });
});

describe('unattached uploads', () => {
  const stored = async (owner: string) => {
    const { rows } = await server.services.pool.query('select bytes from file_usage where owner_id = $1', [
      owner,
    ]);
    return Number(rows[0]?.bytes ?? 0);
  };
  const discard = async (address: string, headers: object) =>
    (await server.app.inject({ method: 'DELETE', url: address, headers: { platform: 'IOT', ...headers } }))
      .statusCode;
  const read = async (address: string, headers: object) =>
    (await server.app.inject({ method: 'GET', url: address, headers: { ...headers } })).statusCode;

  it('can be deleted by their uploader, and no longer count', async () => {
    const { id, headers } = await newcomer();
    const other = await newcomer();
    const { data: address } = await upload(Buffer.from('a note'), 'a.txt', { headers });
    expect(await stored(id)).toBe(6);
    expect(await discard(address, other.headers)).toBe(404);
    expect(await discard(address, headers)).toBe(200);
    expect(await stored(id)).toBe(0);
    expect([await read(address, headers), await discard(address, headers)]).toEqual([404, 404]);
  });

  it('are deleted after a day, while attached files stay', async () => {
    const { id, headers } = await newcomer();
    const { data: unused } = await upload(Buffer.from('unused'), 'a.txt', { headers });
    const { data: used } = await upload(Buffer.from('used'), 'b.txt', { headers });
    await attach(used);
    expect(await discard(used, headers)).toBe(409);
    const before = server.clock.now;
    const sweepAfter = async (ms: number) => {
      server.clock.now = new Date(before.getTime() + ms);
      await removeUnused(server.services);
      server.clock.now = before;
    };
    await sweepAfter(UNUSED_MS - 1000);
    expect(await read(unused, headers)).toBe(200);
    await sweepAfter(UNUSED_MS + 1000);
    expect([await read(unused, headers), await read(used, headers)]).toEqual([404, 200]);
    expect(await stored(id)).toBe(4);
    const { rows } = await server.services.pool.query(
      "select object_id from audit where action = 'file.expire' and object_id = $1",
      [unused.split('/').at(-1)],
    );
    expect(rows).toHaveLength(1);
  });
});

describe('a photo of a site', () => {
  it('can be opened by accounts that see the site, within their history cutoff', async () => {
    const owner = await server.account('factory', main);
    const stranger = await server.account('factory', main);
    const headers = async ({ userName }: AccountRow) => ({
      authorization: `Bearer ${(await server.signIn(userName)).token}`,
    });
    const [mine, theirs] = [await headers(owner), await headers(stranger)];
    const { data: address } = await upload(pngOf(4, 4), 'roof.png', { headers: theirs });
    const open = async (as: { authorization: string }) =>
      (await server.app.inject({ method: 'GET', url: address, headers: as })).statusCode;
    expect([await open(mine), await open(theirs)]).toEqual([404, 200]);
    const { pool } = server.services;
    const { rows } = await pool.query<{ id: string }>(
      `insert into sites (tenant_id, account_id, name, time_zone, created_by)
       values ($1, $2, 'Roof', 'UTC', $3) returning id`,
      [main.tenantId, stranger.id, main.id],
    );
    const site = rows[0]?.id;
    await pool.query(
      `insert into site_notes (site_id, author_id, text, photos) values ($1, $2, 'Seen', $3)`,
      [site, stranger.id, [address]],
    );
    expect([await open(theirs), await open(mine)]).toEqual([200, 404]);
    // The site moves to the other branch, which sees its history from now on only.
    await pool.query('update sites set account_id = $2 where id = $1', [site, owner.id]);
    expect([await open(theirs), await open(mine)]).toEqual([404, 200]);
    await pool.query(
      `insert into history_walls (site_id, keeper_id, before) values ($1, $2, now() + interval '1 hour')`,
      [site, stranger.id],
    );
    expect([await open(mine), await open({ authorization: `Bearer ${token}` })]).toEqual([404, 200]);
  });
});
