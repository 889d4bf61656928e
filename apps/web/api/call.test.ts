import { getSelf, updatePreferences } from '@voltloop/contract/calls/accounts.ts';
import { route } from '@voltloop/contract/route.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { installStorages, anna as login, PageServer, reply } from './test-browser.ts';

installStorages();
const { call } = await import('./call.ts');
const { begin, onSessionEnd, sessionEnding, signOut, stopWaiting, useSession, waitForSignIn } = await import(
  './session.ts'
);

const server = new PageServer();
beforeAll(() => server.start());
afterAll(() => server.stop());
beforeEach(() => {
  server.requests = [];
  begin(login);
});

const isRefresh = (request: { url?: string | undefined }) => request.url?.endsWith('/sessions/refresh');

describe('the session storage', () => {
  it('has login data, JWT, token and both role ids while signed in, and none of them after the log-out', async () => {
    const stored = () =>
      ['loginData', 'loginJWT', 'token', 'roleId', 'renonRoleId'].filter((key) =>
        sessionStorage.getItem(key),
      );
    expect(stored()).toHaveLength(5);
    expect(JSON.parse(sessionStorage.getItem('loginData') ?? '')).toMatchObject({ user_id: login.user_id });
    expect(sessionStorage.getItem('loginJWT')).toBe(login.token);
    server.answer = (_, response) => reply(response, 200, 0, 'ok', null);
    expect(await signOut()).toBe(true);
    expect(server.requests.map(({ path }) => path)).toEqual([expect.stringMatching(/logout$/)]);
    expect(stored()).toEqual([]);
    expect(useSession.getState()).toEqual({ login: null, self: null, waiting: null });
  });
});

describe('calling the API', () => {
  it('sends the credentials of its own origin', async () => {
    server.answer = (_, response) => reply(response, 200, 0, 'ok', login);
    const fetchSpy = vi.spyOn(globalThis, 'fetch');
    await call(getSelf);
    expect(fetchSpy.mock.calls.map(([, init]) => init?.credentials)).toEqual(['same-origin']);
    fetchSpy.mockRestore();
  });

  it('sends the headers of the specification and leaves empty fields out', async () => {
    server.answer = (_, response) => reply(response, 200, 0, 'ok', login);
    await call(updatePreferences, { body: { language: 'zh', time_zone: '' } });
    expect(server.requests[0]?.headers).toMatchObject({
      platform: 'IOT',
      language: 'en_US',
      authorization: 'Bearer old',
    });
    expect(server.requests[0]?.body).toBe('{"language":"zh"}');
  });

  it('renews the token once for calls that fail together, and retries each of them', async () => {
    server.answer = (request, response) => {
      if (isRefresh(request)) setTimeout(() => reply(response, 200, 0, 'ok', { ...login, token: 'new' }), 20);
      else if (request.headers.authorization === 'Bearer new')
        reply(response, 200, 0, 'ok', { name: 'Anna' });
      else reply(response, 401, 4010001, 'Unauthorized');
    };
    const replies = await Promise.all([call(getSelf), call(getSelf), call(getSelf)]);
    expect(replies.map((each) => each.name)).toEqual(['Anna', 'Anna', 'Anna']);
    expect(server.requests.filter((each) => each.path.endsWith('/refresh'))).toHaveLength(1);
    expect(sessionStorage.getItem('loginJWT')).toBe('new');
  });

  it('renews a token that ends shortly before the next call, so that none is refused', async () => {
    server.answer = (request, response) =>
      isRefresh(request)
        ? reply(response, 200, 0, 'ok', { ...login, token: 'new' })
        : reply(response, 200, 0, 'ok', { name: 'Anna' });
    const paths = () => server.requests.map((each) => each.path.split('/').at(-1));
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      begin({ ...login, token: 'older' });
      vi.setSystemTime(Date.now() + 29 * 60_000);
      await call(getSelf);
      vi.setSystemTime(Date.now() + 45_000);
      await Promise.all([call(getSelf), call(getSelf)]);
    } finally {
      vi.useRealTimers();
    }
    expect(paths()).toEqual(['self', 'refresh', 'self', 'self']);
    expect(server.requests.at(-1)?.headers.authorization).toBe('Bearer new');
  });

  it('makes the call with the old token when the renewal fails', async () => {
    server.answer = (request, response) =>
      isRefresh(request)
        ? reply(response, 503, 5030001, 'The database is not reachable, try again shortly')
        : reply(response, 200, 0, 'ok', { name: 'Anna' });
    begin({ ...login, token: 'short', expires_in: 20 });
    expect(await call(getSelf)).toEqual({ name: 'Anna' });
  });

  it('retries only once when the new token is refused too', async () => {
    server.answer = (request, response) =>
      isRefresh(request)
        ? reply(response, 200, 0, 'ok', { ...login, token: 'new' })
        : reply(response, 401, 4010001, 'Unauthorized');
    await expect(call(getSelf)).rejects.toMatchObject({ status: 401 });
    expect(server.requests.map((each) => each.path.split('/').at(-1))).toEqual(['self', 'refresh', 'self']);
  });

  it('stores the parts of a session under the names of the specification', () => {
    begin(login);
    expect(JSON.parse(sessionStorage.getItem('loginData') ?? 'null')).toEqual(login);
    expect(sessionStorage.getItem('loginJWT')).toBe(login.token);
    expect(sessionStorage.getItem('token')).toBe(login.token);
    expect(sessionStorage.getItem('roleId')).toBe(String(login.roleIds[0]));
    expect(sessionStorage.getItem('renonRoleId')).toBe(String(login.roleRenon));
  });

  it('ends the session and clears its storage when it cannot be renewed', async () => {
    server.answer = (_, response) => reply(response, 401, 4010001, 'Unauthorized');
    const reasons: string[] = [];
    const stop = onSessionEnd((reason) => reasons.push(reason));
    await expect(call(getSelf)).rejects.toMatchObject({ status: 401, code: 4010001 });
    stop();
    expect(reasons).toEqual(['expired']);
    expect(useSession.getState().login).toBeNull();
    for (const key of ['loginData', 'loginJWT', 'token', 'roleId', 'renonRoleId'])
      expect(sessionStorage.getItem(key)).toBeNull();
  });

  describe('with unsaved input', () => {
    beforeEach(() => {
      waitForSignIn(() => true);
      server.answer = (request, response) =>
        request.headers.authorization === 'Bearer new'
          ? reply(response, 200, 0, 'ok', { name: 'Anna' })
          : reply(response, 401, 4010001, 'Unauthorized');
    });
    afterEach(() => waitForSignIn(() => false));
    const waiting = () => vi.waitFor(() => expect(useSession.getState().waiting).not.toBeNull());

    it('waits for another sign-in when the session has expired, and continues', async () => {
      const first = call(getSelf);
      await waiting();
      const sent = server.requests.length;
      // Later calls wait without a request.
      const later = call(getSelf);
      expect(useSession.getState().login).not.toBeNull();
      begin({ ...login, token: 'new' });
      expect(await Promise.all([first, later])).toEqual([{ name: 'Anna' }, { name: 'Anna' }]);
      expect(server.requests.slice(sent).map((each) => each.headers.authorization)).toEqual([
        'Bearer new',
        'Bearer new',
      ]);
      expect(useSession.getState().waiting).toBeNull();
    });

    it('ends the session when the user leaves', async () => {
      const refused = expect(call(getSelf)).rejects.toMatchObject({ status: 401 });
      await waiting();
      stopWaiting();
      await refused;
      expect(useSession.getState()).toMatchObject({ login: null, waiting: null });
      expect(sessionEnding()).toBe('expired');
    });

    it('waits as well when someone ended the session, and keeps the reason', async () => {
      server.answer = (request, response) =>
        request.headers.authorization === 'Bearer new'
          ? reply(response, 200, 0, 'ok', { name: 'Anna' })
          : reply(response, 401, 4010005, 'This session was ended from another device');
      const first = call(getSelf);
      await waiting();
      expect(useSession.getState().waiting?.reason).toBe('revoked');
      begin({ ...login, token: 'new' });
      expect(await first).toEqual({ name: 'Anna' });
    });
  });

  it('keeps the reason of the last end until the next session begins', async () => {
    server.answer = (_, response) =>
      reply(response, 401, 4010005, 'This session was ended from another device');
    await expect(call(getSelf)).rejects.toMatchObject({ status: 401 });
    expect(sessionEnding()).toBe('revoked');
    begin(login);
    expect(sessionEnding()).toBeUndefined();
  });

  it('keeps the session when the server returns an error', async () => {
    server.answer = (request, response) =>
      isRefresh(request)
        ? reply(response, 503, 5030001, 'The database is not reachable, try again shortly')
        : reply(response, 401, 4010001, 'Unauthorized');
    await expect(call(getSelf)).rejects.toMatchObject({ status: 503 });
    expect(useSession.getState().login?.user_name).toBe('anna');
  });

  it('returns field errors and codes of the server', async () => {
    const fields = [{ path: 'language', key: 'invalid', message: 'en or zh' }];
    server.answer = (_, response) => reply(response, 400, 4000001, 'Bad Request', fields);
    await expect(call(updatePreferences, { body: {} })).rejects.toMatchObject({
      status: 400,
      code: 4000001,
      message: 'Bad Request',
      fields,
    });
  });

  it('treats 204 as success', async () => {
    server.answer = (_, response) => {
      response.writeHead(204);
      response.end();
    };
    await expect(call(getSelf)).resolves.toBeNull();
  });

  it('builds every kind of request: query, deletion with a body, form, PATCH', async () => {
    const id = z.object({ id: z.string() });
    const query = z.object({ a: z.string(), b: z.number(), c: z.string() }).partial();
    const body = z.object({ name: z.string(), size: z.number(), note: z.string() }).partial();
    const of = (method: 'GET' | 'DELETE' | 'POST' | 'PUT' | 'PATCH') =>
      route({
        name: 'any',
        summary: '',
        method,
        path: '/any/:id',
        access: 'session',
        params: id,
        query,
        body,
        reply: z.null(),
      });
    server.answer = (_, response) => reply(response, 200, 0, 'ok');
    const full = { params: { id: 'x y' }, query: { a: 'ä', b: 0, c: '' }, body: { name: '', size: 0 } };
    await call(of('GET'), { params: full.params, query: full.query });
    await call(of('DELETE'), full);
    await call(of('PUT'), full);
    await call(of('PATCH'), full);
    await call(of('POST'), { ...full, body: { name: 'a b', size: 1, note: '' }, encoding: 'form' });
    const seen = server.requests.map(({ method, path, headers, body }) => [
      `${method} ${path}`,
      headers['content-type'],
      body,
    ]);
    const path = '/any/x%20y?a=%C3%A4&b=0';
    expect(seen).toEqual([
      [`GET ${path}`, undefined, ''],
      [`DELETE ${path}`, 'application/json', '{"size":0}'],
      [`PUT ${path}`, 'application/json', '{"size":0}'],
      [`PATCH ${path}`, 'application/json', '{"size":0}'],
      [`POST ${path}`, 'application/x-www-form-urlencoded', 'name=a+b&size=1'],
    ]);
    // The token is in its header, never in a URL (interpretation C01).
    for (const { path, headers } of server.requests) {
      expect(path).not.toMatch(/jwt/i);
      expect(headers.authorization).toBe('Bearer old');
    }
  });
});
