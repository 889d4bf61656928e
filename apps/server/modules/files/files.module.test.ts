import { randomBytes } from 'node:crypto';
import { FILE_LIMIT_BYTES, IMAGE_LIMIT_BYTES } from '@voltloop/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { type TestWorld, testWorld } from '../../testing/world.ts';
import type { AccountRow } from '../accounts/index.ts';
import { createFiles } from './index.ts';

let world: TestWorld;
let server: TestServer;
let main: AccountRow;
let token: string;

beforeAll(async () => {
  world = await testWorld();
  server = await startTestServer(world.databaseUrl, {}, (services) => [createFiles(services)]);
  main = await server.tenant();
  token = (await server.signIn(main.userName)).token;
});

afterAll(async () => {
  await server?.stop();
  await world?.stop();
});

/** A multipart body with one file, as a browser writes it. */
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

const read = (address: string, headers: object = {}, as = token) =>
  server.app.inject({ url: address, headers: { authorization: `Bearer ${as}`, ...headers } });

const picture = (width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: '#409eff' } });

/** A PNG or JPEG of exactly this many bytes: bytes after a picture's end are not looked at by anybody. */
async function sized(type: 'png' | 'jpeg', bytes: number): Promise<Buffer> {
  const content = await picture()[type]().toBuffer();
  return Buffer.concat([content, Buffer.alloc(bytes - content.length)]);
}

describe('an image', () => {
  it.each(['png', 'jpeg'] as const)('of %s is taken below 2 MiB and refused from there on', async (type) => {
    const under = await upload(await sized(type, IMAGE_LIMIT_BYTES - 1), `a.${type}`);
    expect(under).toMatchObject({ status: 200, code: 0, result: true });
    expect(under.data).toMatch(/^\/files\/[0-9a-f-]{36}$/);
    for (const bytes of [IMAGE_LIMIT_BYTES, IMAGE_LIMIT_BYTES + 1, 3_000_000]) {
      const over = await upload(await sized(type, bytes), `a.${type}`);
      expect(over).toMatchObject({ status: 413, code: 4130001, result: false });
    }
  });

  it('comes back as the same picture without what was written into it or behind it', async () => {
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
    // Turned as its EXIF says, which is gone now.
    expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 30, height: 40 });
  });

  it.each([
    [
      'only begins like one',
      Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), randomBytes(500)]),
    ],
    ['is none', Buffer.from('<svg onload="alert(1)"/>')],
    ['is a GIF', Buffer.from('GIF89a\u0001\u0000\u0001\u0000')],
  ])('that %s is refused', async (_what, content) => {
    expect(await upload(content, 'a.png')).toMatchObject({ status: 415, code: 4150001 });
  });

  it('that was cut off is refused', async () => {
    const whole = await sharp(randomBytes(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } })
      .png()
      .toBuffer();
    expect((await upload(whole.subarray(0, whole.length / 2), 'a.png')).status).toBe(415);
  });

  it('that would unpack to more than the memory holds is refused', async () => {
    const bomb = await picture(8000, 5001).png({ compressionLevel: 9 }).toBuffer();
    expect(bomb.length).toBeLessThan(IMAGE_LIMIT_BYTES);
    expect((await upload(bomb, 'a.png')).status).toBe(413);
  });
});

describe('any other file', () => {
  it('is given back as it was, to save and never to show', async () => {
    const content = Buffer.from('<html><script>alert(1)</script></html>');
    const { status, data } = await upload(content, '合同 "1".html');
    expect(status).toBe(200);
    const reply = await read(data);
    expect(reply.rawPayload.equals(content)).toBe(true);
    expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(reply.headers['content-disposition']).toMatch(/^attachment; filename=/);
  });

  it('may have 10 MiB and not a byte more', async () => {
    const head = Buffer.from('%PDF-1.7\n');
    const pdf = (bytes: number) => Buffer.concat([head, Buffer.alloc(bytes - head.length)]);
    expect((await upload(pdf(FILE_LIMIT_BYTES), 'a.pdf')).status).toBe(200);
    expect((await upload(pdf(FILE_LIMIT_BYTES + 1), 'a.pdf')).status).toBe(413);
    expect((await upload(pdf(FILE_LIMIT_BYTES * 2), 'a.pdf')).status).toBe(413);
  });

  it('of a kind that nobody needs here is refused', async () => {
    expect((await upload(Buffer.from([0x4d, 0x5a, 0x90, 0]), 'setup.exe')).status).toBe(415);
  });
});

describe('an upload', () => {
  const text = Buffer.from('a note');

  it('needs a session; its token may come in the header access-token', async () => {
    expect((await upload(text, 'a.txt', { headers: {} })).status).toBe(401);
    expect((await upload(text, 'a.txt', { headers: { 'access-token': token } })).status).toBe(200);
    const both = { authorization: `Bearer ${token}`, 'access-token': 'other' };
    expect((await upload(text, 'a.txt', { headers: both })).status).toBe(401);
  });

  it('needs a multipart body with the field file', async () => {
    expect((await server.call(token, 'POST', '/common/uploadFile', { file: 'x' })).status).toBe(415);
    expect((await upload(text, 'a.txt', { field: 'other' })).status).toBe(400);
  });

  it('is audited, with the name as it is kept', async () => {
    const { data } = await upload(text, '../../x.txt');
    const row = await server.services.db
      .selectFrom('audit')
      .select(['action', 'actor_name', 'details'])
      .where('object_id', '=', data.slice('/files/'.length))
      .executeTakeFirstOrThrow();
    expect(row).toEqual({
      action: 'file.upload',
      actor_name: main.userName,
      details: { name: 'x.txt', type: 'text/plain', size_bytes: text.length },
    });
  });

  it('is one of sixty in a minute, also when all come at once', async () => {
    const busy = await server.account('factory', main);
    const as = { authorization: `Bearer ${(await server.signIn(busy.userName)).token}` };
    const replies = await Promise.all(
      Array.from({ length: 70 }, () => upload(text, 'a.txt', { headers: as })),
    );
    const taken = replies.filter((reply) => reply.status === 200);
    expect(taken).toHaveLength(60);
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200, 429]));
    // The rest left nothing behind, neither a row nor a file.
    const rows = await server.services.db
      .selectFrom('files')
      .select('id')
      .where('account_id', '=', busy.id)
      .execute();
    expect(rows.map(({ id }) => `/files/${id}`).sort()).toEqual(taken.map((reply) => reply.data).sort());
    server.clock.now = new Date(server.clock.now.getTime() + 61_000);
    expect((await upload(text, 'a.txt', { headers: as })).status).toBe(200);
  });
});

describe('a file', () => {
  it('is read by its own tenant only', async () => {
    const { data } = await upload(Buffer.from('mine'), 'a.txt');
    const below = await server.account('factory', main);
    expect((await read(data, {}, (await server.signIn(below.userName)).token)).statusCode).toBe(200);
    const stranger = await server.tenant();
    const other = (await server.signIn(stranger.userName)).token;
    expect((await read(data, {}, other)).statusCode).toBe(404);
    expect((await server.app.inject({ url: data })).statusCode).toBe(401);
  });

  it.each(['/files/x', '/files/00000000-0000-4000-8000-000000000000', '/files/..%2f..%2fpostgres'])(
    'that is none, %s, is not found',
    async (address) => expect((await read(address)).statusCode).toBe(404),
  );

  it('is asked for again and not sent again', async () => {
    const { data } = await upload(Buffer.from('again'), 'a.txt');
    const { etag } = (await read(data)).headers;
    const again = await read(data, { 'if-none-match': etag });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
  });
});
