import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LoginData } from '@voltloop/contract/calls/accounts.ts';
import { getSelf, updatePreferences } from '@voltloop/contract/calls/accounts.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

/** A browser's storage, as far as the session uses it. */
function storage(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
    key: (index) => [...kept.keys()][index] ?? null,
    get length() {
      return kept.size;
    },
  };
}
Object.defineProperty(globalThis, 'sessionStorage', { value: storage(), configurable: true });
Object.defineProperty(globalThis, 'localStorage', { value: storage(), configurable: true });

const { call } = await import('./call.ts');
const { begin, onSessionEnd, useSession } = await import('./session.ts');

const login: LoginData = {
  token: 'old',
  id: 's',
  user_id: 'u',
  tenant_id: 't',
  parent_id: null,
  user_name: 'anna',
  parent_name: null,
  level: 3,
  roleIds: [2],
  roleRenon: 1,
  last_login_ip: null,
  last_login_time: null,
  expires_in: 1800,
  must_change_password: false,
  kind: 'agent1',
  name: 'Anna',
};

let server: Server;
let requests: { path: string; headers: IncomingMessage['headers']; body: string }[] = [];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const realFetch = globalThis.fetch;

const reply = (
  response: ServerResponse,
  status: number,
  code: number,
  message: string,
  data: unknown = null,
) => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ code, message, result: status < 300, data }));
};

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece) => {
      body += piece;
    });
    request.on('end', () => {
      requests.push({ path: request.url ?? '', headers: request.headers, body });
      answer(request, response);
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  // A page's relative addresses, against a real server.
  globalThis.fetch = (input, init) => realFetch(new URL(String(input), `http://127.0.0.1:${port}`), init);
});
afterAll(async () => {
  globalThis.fetch = realFetch;
  await new Promise((done) => server.close(done));
});
beforeEach(() => {
  requests = [];
  begin(login);
});

const isRefresh = (request: { url?: string | undefined }) => request.url?.endsWith('/sessions/refresh');

describe('calling the API', () => {
  it('sends the headers of the specification and leaves empty fields out', async () => {
    answer = (_, response) => reply(response, 200, 0, 'ok', login);
    await call(updatePreferences, { body: { language: 'zh', time_zone: '' } });
    expect(requests[0]?.headers).toMatchObject({
      platform: 'IOT',
      language: 'en_US',
      authorization: 'Bearer old',
    });
    expect(requests[0]?.body).toBe('{"language":"zh"}');
  });

  it('renews the token once for calls that fail together, and repeats each of them', async () => {
    answer = (request, response) => {
      if (isRefresh(request)) setTimeout(() => reply(response, 200, 0, 'ok', { ...login, token: 'new' }), 20);
      else if (request.headers.authorization === 'Bearer new')
        reply(response, 200, 0, 'ok', { name: 'Anna' });
      else reply(response, 401, 4010001, 'Unauthorized');
    };
    const replies = await Promise.all([call(getSelf), call(getSelf), call(getSelf)]);
    expect(replies.map((each) => each.name)).toEqual(['Anna', 'Anna', 'Anna']);
    expect(requests.filter((each) => each.path.endsWith('/refresh'))).toHaveLength(1);
    expect(sessionStorage.getItem('loginJWT')).toBe('new');
  });

  it('repeats only once when the new token is refused too', async () => {
    answer = (request, response) =>
      isRefresh(request)
        ? reply(response, 200, 0, 'ok', { ...login, token: 'new' })
        : reply(response, 401, 4010001, 'Unauthorized');
    await expect(call(getSelf)).rejects.toMatchObject({ status: 401 });
    expect(requests.map((each) => each.path.split('/').at(-1))).toEqual(['self', 'refresh', 'self']);
  });

  it('ends the session, with all its views, when it cannot be renewed', async () => {
    answer = (_, response) => reply(response, 401, 4010001, 'Unauthorized');
    const reasons: string[] = [];
    const stop = onSessionEnd((reason) => reasons.push(reason));
    await expect(call(getSelf)).rejects.toMatchObject({ status: 401, code: 4010001 });
    stop();
    expect(reasons).toEqual(['expired']);
    expect(useSession.getState().login).toBeNull();
    for (const key of ['loginData', 'loginJWT', 'token', 'roleId', 'renonRoleId'])
      expect(sessionStorage.getItem(key)).toBeNull();
  });

  it('keeps the session when the server is only out of order', async () => {
    answer = (request, response) =>
      isRefresh(request)
        ? reply(response, 503, 5030001, 'The store is not reachable, try again shortly')
        : reply(response, 401, 4010001, 'Unauthorized');
    await expect(call(getSelf)).rejects.toMatchObject({ status: 503 });
    expect(useSession.getState().login?.user_name).toBe('anna');
  });

  it('gives field errors and codes as the server says them', async () => {
    const fields = [{ path: 'language', key: 'invalid', message: 'en or zh' }];
    answer = (_, response) => reply(response, 400, 4000001, 'Bad Request', fields);
    await expect(call(updatePreferences, { body: {} })).rejects.toMatchObject({
      status: 400,
      code: 4000001,
      message: 'Bad Request',
      fields,
    });
  });

  it('reads 204 as done', async () => {
    answer = (_, response) => {
      response.writeHead(204);
      response.end();
    };
    await expect(call(getSelf)).resolves.toBeNull();
  });
});
