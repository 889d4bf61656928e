import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type ClientOptions, codes, type LiveMessage, VoltloopClient } from './index.ts';

type Answer = (request: IncomingMessage & { body: string }, response: ServerResponse) => void;
const seen: { method: string; url: string; authorization: string; body: string }[] = [];
/** Responds with these in order, then repeats the last one. */
let answers: Answer[] = [];
let url = '';

const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  const { method = '', url: path = '', headers } = request;
  seen.push({ method, url: path, authorization: headers.authorization ?? '', body });
  const answer = answers.length > 1 ? answers.shift() : answers[0];
  answer?.(Object.assign(request, { body }), response);
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  seen.length = 0;
});

const json = (status: number, envelope: object, headers: Record<string, string> = {}): Answer => {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(envelope));
  };
};
const good = (data: unknown) => json(200, { code: 0, message: 'ok', result: true, data });
const bad = (status: number, code: number, message: string, data: unknown = null, headers = {}) =>
  json(status, { code, message, result: false, data }, headers);
const client = (more: Partial<ClientOptions> = {}) => new VoltloopClient({ url, token: 'vlt_test', ...more });
const things = { params: { tenantId: 't/1' } };

describe('a call', () => {
  test('sends the token, the filled path, the query without empty fields, and the body', async () => {
    answers = [good({ id: 'x' })];
    const query = { search: '', state: 0, account: 'a b' };
    await client({ url: `${url}/base/` }).call('listThings', { ...things, query });
    await client().call('updateThing', {
      params: { tenantId: 't', devNo: 'D 1' },
      body: { devname: 'Garage' },
    });
    expect(seen).toEqual([
      {
        method: 'GET',
        url: '/base/v1/things/tenants/t%2F1/things?state=0&account=a+b',
        body: '',
        authorization: 'Bearer vlt_test',
      },
      {
        method: 'PUT',
        url: '/v1/things/tenants/t/things/D%201',
        body: '{"devname":"Garage"}',
        authorization: 'Bearer vlt_test',
      },
    ]);
  });

  test('refuses a parameter with `..`, which would resolve to the address of another call', async () => {
    for (const devNo of ['..', '.'])
      await expect(client().call('getThing', { params: { tenantId: 't', devNo } })).rejects.toThrow(
        TypeError,
      );
    expect(seen).toEqual([]);
  });

  test('accepts arrays for comma-separated parameters', async () => {
    answers = [good([])];
    const query = { thirdThingsIds: ['a', 'b'], data_points: [] };
    await client().call('batchData', { params: { tenantId: 't', infoModelId: 'HE_BAT' }, query });
    expect(seen[0]?.url).toMatch(/\?thirdThingsIds=a%2Cb$/);
  });

  test('uses the tenant of the token by default, fetched once', async () => {
    answers = [good({ tenant_id: 'mine', list: [], total: 0 })];
    const one = client();
    await Promise.all([one.call('listThings'), one.call('listThings'), one.call('thingSummary')]);
    expect(seen.map((request) => request.url).sort()).toEqual([
      '/v1/admin/tenant/users/self',
      '/v1/things/tenants/mine/summary',
      '/v1/things/tenants/mine/things',
      '/v1/things/tenants/mine/things',
    ]);
  });

  test('sends files as forms', async () => {
    answers = [good({ id: 'f' })];
    const form = new FormData();
    form.append('file', new Blob(['content']), 'a.png');
    await client().call('uploadFile', { form });
    expect(seen[0]?.body).toContain('filename="a.png"');
  });

  test('refuses unknown names, missing parameters and invalid settings before sending', async () => {
    await expect(client().call('nothing' as 'getSelf')).rejects.toThrow(TypeError);
    await expect(client().call('getThing', { params: { tenantId: 't', devNo: '' } })).rejects.toThrow(
      /devNo/,
    );
    expect(() => client({ url: 'ftp://example.com' })).toThrow(TypeError);
    expect(() => client({ url: `${url}/?a=b` })).toThrow(TypeError);
    expect(() => client({ token: '' })).toThrow(TypeError);
    expect(() => client({ token: 'vlt_a\n' })).toThrow(TypeError);
    expect(seen).toEqual([]);
  });
});

describe('a failure', () => {
  test('contains code, text and fields of the reply', async () => {
    const fields = [{ path: 'devname', key: 'required', message: 'Give a name' }];
    answers = [bad(400, codes.validation, 'Bad Request', fields)];
    await expect(client().call('listThings', things)).rejects.toMatchObject({
      name: 'VoltloopError',
      kind: 'refused',
      status: 400,
      code: 4000001,
      message: 'Bad Request',
      fields,
      isTemporary: false,
    });
    expect(seen).toHaveLength(1);
  });

  test.each([
    ['a page of a proxy', 502, 'text/html', '<h1>Bad gateway</h1>'],
    ['a page in place of the reply', 200, 'text/html', '<h1>Sign in</h1>'],
    ['JSON of something else', 200, 'application/json', '{"hello":1}'],
  ])('of kind not_voltloop is thrown for %s', async (_, status, type, text) => {
    answers = [(__, response) => response.writeHead(status, { 'content-type': type }).end(text)];
    await expect(client().call('getSelf')).rejects.toMatchObject({ kind: 'not_voltloop', status });
  });

  test('is a timeout, also in the middle of a reply', async () => {
    answers = [(_, response) => void response.writeHead(200).write('{"code":')];
    await expect(client({ timeout_ms: 50 }).call('getSelf')).rejects.toMatchObject({ kind: 'timeout' });
    expect(seen).toHaveLength(1);
  });

  test('is a lost connection after the allowed number of attempts', async () => {
    answers = [(request) => void request.socket.destroy()];
    await expect(client({ retries: 0 }).call('getSelf')).rejects.toMatchObject({
      kind: 'unreachable',
      status: 0,
    });
    expect(seen).toHaveLength(1);
  });

  test('is the reason of the signal', async () => {
    answers = [() => {}];
    const abort = new AbortController();
    const running = client().call('listThings', things, { signal: abort.signal });
    setTimeout(() => abort.abort(new Error('enough')), 20);
    await expect(running).rejects.toThrow('enough');
    await expect(client().call('getSelf', {}, { signal: abort.signal })).rejects.toThrow('enough');
    expect(seen).toHaveLength(1);
  });
});

describe('a retry', () => {
  const busy = (status: number, seconds: string) => bad(status, 1, 'later', null, { 'retry-after': seconds });

  test('follows 429 and 503, after the time in Retry-After', async () => {
    answers = [busy(429, '0.05'), busy(503, '0'), good('there')];
    const begun = performance.now();
    expect(await client().call('getSelf')).toBe('there');
    expect(performance.now() - begun).toBeGreaterThan(45);
    expect(seen).toHaveLength(3);
  });

  test('ends after the allowed attempts, and waits at most a minute', async () => {
    answers = [busy(503, '0')];
    await expect(client({ retries: 2 }).call('getSelf')).rejects.toMatchObject({ status: 503 });
    expect(seen).toHaveLength(3);
    answers = [busy(429, '61')];
    await expect(client().call('getSelf')).rejects.toMatchObject({
      retryAfter_ms: 61_000,
      isTemporary: true,
    });
    expect(seen).toHaveLength(4);
  });

  test('of a POST needs the idempotent option', async () => {
    answers = [busy(503, '0')];
    const input = { body: [{ devid: 'a' }] };
    await expect(client().call('batchLastData', input)).rejects.toMatchObject({ status: 503 });
    expect(seen).toHaveLength(1);
    answers = [busy(503, '0'), good([])];
    expect(await client().call('batchLastData', input, { idempotent: true })).toEqual([]);
  });

  test('is not made for refused requests', async () => {
    answers = [bad(403, codes.tokenScope, 'This API token may not make this call')];
    await expect(client().call('getSelf')).rejects.toMatchObject({ code: 4030003 });
    expect(seen).toHaveLength(1);
  });
});

describe('a list', () => {
  const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

  test.each([
    ['the portal', 'listThings', 'current_page', 'page_size'],
    ['the back office', 'battery.findPage', 'page', 'size'],
  ] as const)('of %s is read page by page', async (_, name, page, size) => {
    answers = [
      (request, response) => {
        const query = new URL(request.url ?? '', url).searchParams;
        const [at, rows] = [Number(query.get(page) ?? 1), Number(query.get(size) ?? 10)];
        const list = numbers(1, 5).slice((at - 1) * rows, at * rows);
        good({ list, total: 5, [page]: at, [size]: rows })(request, response);
      },
    ];
    const rows: unknown[] = [];
    const input = { ...(name === 'listThings' ? things : {}), query: { [size]: 2, search: 'x' } };
    for await (const row of client().all(name, input)) rows.push(row);
    expect(rows).toEqual([1, 2, 3, 4, 5]);
    expect(seen).toHaveLength(3);
    expect(seen.every((request) => request.url.includes('search=x'))).toBe(true);
  });

  test('without a total ends with a partial page', async () => {
    answers = [
      (request, response) => {
        const at = Number(new URL(request.url ?? '', url).searchParams.get('page') ?? 1);
        good({ list: numbers(1, 5).slice((at - 1) * 2, at * 2), total: null, page: at, size: 2 })(
          request,
          response,
        );
      },
    ];
    const rows: unknown[] = [];
    for await (const row of client().all('battery.findPage', { query: { size: 2, count: 'later' } }))
      rows.push(row);
    expect(rows).toEqual([1, 2, 3, 4, 5]);
    expect(seen).toHaveLength(3);
  });

  test('ends with an empty page, regardless of its total', async () => {
    answers = [good({ list: [], total: 7, current_page: 1, page_size: 2 })];
    for await (const row of client().all('listThings', things)) expect.fail(`a row: ${row}`);
    expect(seen).toHaveLength(1);
  });
});

describe('a download', () => {
  const call = { params: { tenantId: 't', thingsId: 'x' }, query: { begin_time: 1, end_time: 2 } };

  test('is a stream with the name of the file', async () => {
    answers = [
      (_, response) => {
        response.writeHead(200, {
          'content-type': 'text/csv',
          'content-disposition': `attachment; filename="../a.csv"; filename*=UTF-8''%E7%94%B5.csv`,
        });
        response.write('a'.repeat(1000));
        // After the time limit, which ends with the first byte.
        setTimeout(() => response.end('b'), 150);
      },
    ];
    const file = await client({ timeout_ms: 100 }).download('exportHistory', call);
    expect(file).toMatchObject({ name: '电.csv', type: 'text/csv', size: null });
    expect(await new Response(file.stream).text()).toBe(`${'a'.repeat(1000)}b`);
  });

  test('is a failure if the server returns a message instead of the file', async () => {
    answers = [good(null)];
    await expect(client().download('exportHistory', call)).rejects.toMatchObject({
      kind: 'refused',
      message: 'ok',
    });
  });

  test('ends with its signal', async () => {
    answers = [(_, response) => void response.writeHead(200, { 'content-type': 'text/csv' }).write('a')];
    const abort = new AbortController();
    const file = await client().download('exportHistory', call, { signal: abort.signal });
    abort.abort(new Error('enough'));
    await expect(new Response(file.stream).text()).rejects.toThrow('enough');
  });
});

describe('the live stream', () => {
  const stream = (...parts: string[]): Answer => {
    return (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const part of parts) response.write(part);
      response.end();
    };
  };
  const command = (id: string) => `event: command\ndata: {"id":"${id}","devid":"d","state":"sent"}\n\n`;
  const take = async (count: number, messages: AsyncIterable<LiveMessage>) => {
    const taken: LiveMessage[] = [];
    for await (const message of messages) if (taken.push(message) === count) break;
    return taken;
  };

  test('yields events regardless of chunk boundaries, and reconnects when it ends', async () => {
    const text = command('1');
    answers = [
      stream('event: ping\ndata: {"time":1}\n\n', text.slice(0, 20), text.slice(20)),
      bad(503, 1, 'later', null, { 'retry-after': '0' }),
      stream(command('2')),
    ];
    const messages = await take(6, client().live({ things: ['a', 'b'] }));
    expect(messages).toMatchObject([
      { event: 'connected', data: { first: true } },
      { event: 'command', data: { id: '1' } },
      { event: 'disconnected', data: { error: null } },
      { event: 'disconnected', data: { error: { status: 503 }, wait_ms: 0 } },
      { event: 'connected', data: { first: false } },
      { event: 'command', data: { id: '2' } },
    ]);
    expect(seen[0]?.url).toBe('/v1/live?things=a%2Cb');
  });

  test('throws when the token has expired', async () => {
    answers = [bad(401, codes.unauthorized, 'Unauthorized')];
    await expect(take(1, client().live({ scope: 'fleet' }))).rejects.toMatchObject({ status: 401 });
    expect(seen).toHaveLength(1);
  });

  test('ends when reconnecting would end another stream of the same account', async () => {
    answers = [stream('event: end\ndata: {"reason":"too_many"}\n\n')];
    await expect(take(9, client().live({ scope: 'fleet' }))).rejects.toThrow(/too many/);
    expect(seen).toHaveLength(1);
  });

  test('ends with the reason of the signal, while waiting and while reading', async () => {
    for (const answer of [
      (request: IncomingMessage) => void request.socket.destroy(),
      (_: unknown, response: ServerResponse) => void response.writeHead(200).write(command('1')),
    ]) {
      answers = [answer as Answer];
      const abort = new AbortController();
      const running = take(9, client().live({ scope: 'fleet' }, { signal: abort.signal }));
      setTimeout(() => abort.abort(new Error('enough')), 50);
      await expect(running).rejects.toThrow('enough');
    }
  });

  test('reconnects when no ping arrives in time', async () => {
    vi.useFakeTimers();
    try {
      const silent: typeof fetch = async (_, init) =>
        new Response(
          new ReadableStream({
            start: (controller) =>
              init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason)),
          }),
        );
      const messages = client({ fetch: silent }).live({ scope: 'fleet' });
      expect((await messages.next()).value).toMatchObject({ event: 'connected' });
      const next = messages.next();
      await vi.advanceTimersByTimeAsync(44_000);
      expect(await Promise.race([next, 'still open'])).toBe('still open');
      await vi.advanceTimersByTimeAsync(2000);
      expect((await next).value).toMatchObject({
        event: 'disconnected',
        data: { error: { kind: 'timeout' } },
      });
      await messages.return();
    } finally {
      vi.useRealTimers();
    }
  });

  test('is closed when the loop is left', async () => {
    const closed = new Promise<void>((resolve) => {
      answers = [
        (_, response) => {
          response.once('close', resolve);
          response.writeHead(200).write(command('1'));
        },
      ];
    });
    await take(2, client().live({ scope: 'fleet' }));
    await closed;
  });
});
