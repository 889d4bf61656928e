import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startOwnServer } from '../../../testing/own-server.ts';
import { setUp } from '../../../testing/set-up.ts';
import type { AccountRow } from '../accounts/index.ts';
import { pngOf } from './attack-images.ts';
import { createFiles } from './index.ts';

const OWN = '/v1/admin/tenant/users/self/avatar';
const SELF = '/v1/admin/tenant/users/self';

const server = setUp(() => startOwnServer({}, (services) => [createFiles(services)]));
let main: AccountRow;
let company: AccountRow;
let account: AccountRow;
let token: string;
beforeAll(async () => {
  main = await server.tenant();
  company = await server.account('company', main);
});
beforeEach(async () => {
  account = await server.account('installer', company);
  token = (await server.signIn(account.userName)).token;
});

async function send(content: Buffer, as = token) {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(content)]), 'me.png');
  const reply = await server.app.inject({
    method: 'POST',
    url: OWN,
    payload: form,
    headers: { authorization: `Bearer ${as}` },
  });
  return { status: reply.statusCode, ...(reply.json() as { data: { avatar: string } }) };
}
const read = (address: string, as: string | null, headers: object = {}) =>
  server.app.inject({
    url: address,
    headers: { ...(as ? { authorization: `Bearer ${as}` } : {}), ...headers },
  });
const picture = (width: number, height: number, background: string | object = '#409eff') =>
  sharp({ create: { width, height, channels: 4, background } })
    .png()
    .toBuffer();
const tokenOf = async (row: AccountRow) => (await server.signIn(row.userName)).token;

describe('the caller’s picture', () => {
  it('becomes a square of 128 pixels without metadata, and is named in the profile', async () => {
    expect((await server.call(token, 'GET', SELF)).data).toMatchObject({ avatar: null });
    const wide = await sharp(await picture(600, 200))
      .withExif({ IFD0: { Copyright: 'GPS 29.56, 106.55' } })
      .toBuffer();
    const { status, data } = await send(wide);
    expect(status).toBe(200);
    const reply = await read(data.avatar, token);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'private, no-cache',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect(await sharp(reply.rawPayload).metadata()).toMatchObject({
      format: 'jpeg',
      width: 128,
      height: 128,
    });
    expect(reply.rawPayload.includes('GPS')).toBe(false);
    expect((await server.call(token, 'GET', SELF)).data).toMatchObject({ avatar: data.avatar });
    expect(await server.signIn(account.userName)).toMatchObject({ avatar: data.avatar });
    const info = await server.call(token, 'GET', '/user/info');
    expect(info.data).toMatchObject({ avastar: data.avatar });
  });

  it('gets a white background in place of transparency', async () => {
    const { data } = await send(await picture(100, 100, { r: 0, g: 0, b: 0, alpha: 0 }));
    const { rawPayload } = await read(data.avatar, token);
    const { data: pixels } = await sharp(rawPayload).raw().toBuffer({ resolveWithObject: true });
    expect(Math.min(...pixels)).toBeGreaterThan(250);
  });

  it('has a new address when replaced, and is not sent again to a client that has it', async () => {
    const first = (await send(await picture(50, 50))).data.avatar;
    const second = (await send(await picture(50, 50, '#aa0000'))).data.avatar;
    expect(second).not.toBe(first);
    const { headers } = await read(second, token);
    const again = await read(second, token, { 'if-none-match': headers.etag });
    expect(again.statusCode).toBe(304);
    expect(again.rawPayload).toHaveLength(0);
  });

  it('can be removed repeatedly, and only an actual removal is audited', async () => {
    const { data } = await send(await picture(50, 50));
    for (const _ of [1, 2]) expect((await server.call(token, 'DELETE', OWN)).status).toBe(200);
    expect((await read(data.avatar, token)).statusCode).toBe(404);
    expect((await server.call(token, 'GET', SELF)).data).toMatchObject({ avatar: null });
    const { rows } = await server.services.pool.query<{ action: string }>(
      "select action from audit where object_id = $1 and action like 'account.avatar%' order by seq",
      [account.id],
    );
    expect(rows.map(({ action }) => action)).toEqual(['account.avatar', 'account.avatar_remove']);
    const { data: activity } = await server.call(token, 'GET', `${SELF}/activity`);
    expect((activity as { action: string }[]).map(({ action }) => action)).toContain('account.avatar_remove');
  });

  it.each([
    ['a text', Buffer.from('<svg onload="alert(1)"/>'), 415],
    ['a PDF', Buffer.from('%PDF-1.7\n'), 415],
    ['a PNG in name only', Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(99)]), 415],
    ['one of too many pixels', pngOf(7000, 7000, 0), 413],
    ['one of 2 MiB', Buffer.concat([pngOf(10, 10), Buffer.alloc(2 * 1024 * 1024)]), 413],
  ])('is refused when it is %s, and the previous one stays', async (_what, content, status) => {
    const { data } = await send(await picture(50, 50));
    expect((await send(content)).status).toBe(status);
    expect((await read(data.avatar, token)).statusCode).toBe(200);
  });

  it('can be set ten times in a minute', async () => {
    const content = await picture(10, 10);
    for (let i = 0; i < 10; i++) expect((await send(content)).status).toBe(200);
    expect((await send(content)).status).toBe(429);
  });
});

describe('the picture of an account', () => {
  it('is visible only to the account and those above it', async () => {
    const { avatar } = (await send(await picture(50, 50))).data;
    const beside = await server.account('company', main);
    const below = await server.account('enduser', account);
    const foreign = await server.tenant();
    for (const row of [account, company, main])
      expect((await read(avatar, await tokenOf(row))).statusCode).toBe(200);
    for (const row of [beside, below, foreign])
      expect((await read(avatar, await tokenOf(row))).statusCode).toBe(404);
    expect((await read(avatar, null)).statusCode).toBe(401);
    for (const id of ['none', "'", '00000000-0000-4000-8000-000000000000'])
      expect((await read(`/avatars/${encodeURIComponent(id)}`, token)).statusCode).toBe(404);
  });

  it('is deleted with the account', async () => {
    const { avatar } = (await send(await picture(50, 50))).data;
    const mainToken = await tokenOf(main);
    const path = `/v1/admin/tenant/tenants/${main.tenantId}/users/${account.id}`;
    expect((await server.call(mainToken, 'DELETE', path)).status).toBe(200);
    expect((await read(avatar, mainToken)).statusCode).toBe(404);
    const { rows } = await server.services.pool.query('select from avatars where account_id = $1', [
      account.id,
    ]);
    expect(rows).toEqual([]);
  });
});
