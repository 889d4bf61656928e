import { request as send } from 'node:http';
import { route } from '@voltloop/contract/route.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { anna, installStorages, PageServer, reply } from './test-browser.ts';

installStorages();
const { upload } = await import('./upload.ts');
const { begin } = await import('./session.ts');

const server = new PageServer();
const uploadRoute = route({
  name: 'uploadTest',
  summary: '',
  method: 'POST',
  path: '/common/:what',
  access: 'session',
  params: z.object({ what: z.string() }),
  query: z.object({ kind: z.string().optional() }),
  reply: z.string(),
});

/** The parts of XMLHttpRequest that an upload uses, over real HTTP, because Node has none. */
class Xhr {
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  status = 0;
  responseText = '';
  withCredentials = false;
  #request: ReturnType<typeof send> | undefined;
  #aborted = false;
  #method = '';
  #path = '';
  #headers: Record<string, string> = {};
  open(method: string, path: string) {
    this.#method = method;
    this.#path = path;
  }
  setRequestHeader(name: string, value: string) {
    this.#headers[name] = value;
  }
  async send(form: FormData) {
    const whole = new Response(form);
    const body = Buffer.from(await whole.arrayBuffer());
    if (this.#aborted) return;
    const headers = {
      ...this.#headers,
      'content-type': whole.headers.get('content-type') ?? '',
      'content-length': body.length,
    };
    this.#request = send(
      new URL(this.#path, server.origin),
      { method: this.#method, headers },
      (response) => {
        this.status = response.statusCode ?? 0;
        response.on('data', (piece) => {
          this.responseText += piece;
        });
        response.on('end', () => this.onload?.());
      },
    );
    this.#request.on('error', () => {
      if (!this.#aborted) this.onerror?.();
    });
    this.#request.end(body, () => this.upload.onprogress?.({ loaded: body.length, total: body.length }));
  }
  abort() {
    this.#aborted = true;
    this.#request?.destroy();
    this.onabort?.();
  }
}

beforeAll(async () => {
  await server.start();
  Object.assign(globalThis, { XMLHttpRequest: Xhr });
});
afterAll(async () => {
  Reflect.deleteProperty(globalThis, 'XMLHttpRequest');
  await server.stop();
});
beforeEach(() => {
  server.requests = [];
  begin(anna);
});
const file = () => new File(['four'], '电池 1.bin');

describe('uploading', () => {
  it('sends the file as multipart, with its fields first and the token in both headers', async () => {
    server.answer = (_, response) => reply(response, 200, 0, 'ok', '/files/1');
    const progress: number[][] = [];
    const kept = await upload(uploadRoute, file(), {
      params: { what: 'uploadFile' },
      query: { kind: '' },
      fields: { note: 'a', empty: '', none: null, zero: 0 },
      onProgress: (...each) => progress.push(each),
    });
    expect(kept).toBe('/files/1');
    const [request] = server.requests;
    expect(request).toMatchObject({ method: 'POST', path: '/common/uploadFile' });
    expect(request?.headers).toMatchObject({
      platform: 'IOT',
      language: 'en_US',
      authorization: 'Bearer old',
      'access-token': 'old',
    });
    expect(request?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    const parts = [...(request?.body ?? '').matchAll(/ name="(\w+)"/g)].map((match) => match[1]);
    expect(parts).toEqual(['note', 'zero', 'file']);
    expect(request?.body).toContain('电池 1.bin');
    expect(progress.at(-1)?.[0]).toBe(progress.at(-1)?.[1]);
  });

  it('renews an expired token and sends the file again', async () => {
    server.answer = (request, response) => {
      if (request.url?.endsWith('/refresh')) reply(response, 200, 0, 'ok', { ...anna, token: 'new' });
      else if (request.headers['access-token'] === 'new') reply(response, 200, 0, 'ok', 'kept');
      else reply(response, 401, 4010001, 'Unauthorized');
    };
    await expect(upload(uploadRoute, file(), { params: { what: 'x' } })).resolves.toBe('kept');
    expect(server.requests.map((each) => each.path.split('/').at(-1))).toEqual(['x', 'refresh', 'x']);
  });

  it('throws on a refusal of the server, also when it is not JSON', async () => {
    server.answer = (_, response) => reply(response, 413, 4130001, 'Too large');
    await expect(upload(uploadRoute, file(), { params: { what: 'x' } })).rejects.toMatchObject({
      status: 413,
      code: 4130001,
      message: 'Too large',
    });
    server.answer = (_, response) => response.writeHead(502).end('<h1>Bad gateway</h1>');
    await expect(upload(uploadRoute, file(), { params: { what: 'x' } })).rejects.toMatchObject({
      status: 502,
      message: '',
    });
  });

  it('stops when it is aborted, before and during the transfer', async () => {
    const early = AbortSignal.abort();
    await expect(upload(uploadRoute, file(), { params: { what: 'x' }, signal: early })).rejects.toMatchObject(
      { name: 'AbortError' },
    );
    expect(server.requests).toEqual([]);
    const abort = new AbortController();
    server.answer = () => abort.abort();
    await expect(
      upload(uploadRoute, file(), { params: { what: 'x' }, signal: abort.signal }),
    ).rejects.toMatchObject({ name: 'AbortError' });
  });
});
