import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { beforeEach, describe, expect, it } from 'vitest';
import { workerOf } from './plugin.ts';

const template = readFileSync(path.join(import.meta.dirname, 'sw.js'), 'utf8');
const build = (content: string) =>
  new Map([
    ['/index.html', Buffer.from(content)],
    ['/assets/a.js', Buffer.from('a')],
    ['/theme-init.js', Buffer.from('t')],
  ]);
const ORIGIN = 'https://console.test';

/** A browser's worker scope, as far as the worker uses it. */
class Scope {
  online = true;
  requested: string[] = [];
  readonly stores: Map<string, Map<string, Response>>;
  readonly listeners = new Map<string, (event: object) => void>();
  registered = true;
  shown: object[] = [];
  opened: string[] = [];
  windows: { postMessage: (data: unknown, ports: MessagePort[]) => void; focus: () => Promise<void> }[] = [];
  constructor(code: string, stores = new Map<string, Map<string, Response>>()) {
    this.stores = stores;
    const keyOf = (what: Request | string) =>
      new URL(typeof what === 'string' ? what : what.url, ORIGIN).pathname;
    const fetchNow = async (request: Request) => {
      const url = keyOf(request);
      this.requested.push(url);
      if (!this.online) throw new TypeError('Failed to fetch');
      return new Response(`network ${url}`);
    };
    const caches = {
      open: async (name: string) => {
        const store = stores.get(name) ?? new Map<string, Response>();
        stores.set(name, store);
        return {
          addAll: async (requests: Request[]) => {
            for (const request of requests) store.set(keyOf(request), await fetchNow(request));
          },
        };
      },
      keys: async () => [...stores.keys()],
      delete: async (name: string) => stores.delete(name),
      match: async (what: Request | string, options: { cacheName?: string } = {}) => {
        const looked = options.cacheName ? [stores.get(options.cacheName)] : [...stores.values()];
        return looked
          .map((store) => store?.get(keyOf(what)))
          .find((found) => found)
          ?.clone();
      },
    };
    class At extends Request {
      constructor(url: string, init?: RequestInit) {
        super(new URL(url, ORIGIN), init);
      }
    }
    const self = {
      addEventListener: (type: string, listener: (event: object) => void) =>
        this.listeners.set(type, listener),
      location: new URL(ORIGIN),
      clients: {
        claim: async () => {},
        matchAll: async () => this.windows,
        openWindow: async (path: string) => void this.opened.push(path),
      },
      skipWaiting: async () => {},
      registration: {
        showNotification: async (title: string, options: object) =>
          void this.shown.push({ title, ...options }),
        unregister: async () => {
          this.registered = false;
        },
      },
    };
    runInNewContext(code, {
      self,
      caches,
      fetch: fetchNow,
      Request: At,
      URL,
      Set,
      Promise,
      MessageChannel,
      setTimeout,
    });
  }
  async say(type: string, more: object = {}): Promise<void> {
    let waited: Promise<unknown> = Promise.resolve();
    this.listeners.get(type)?.({ ...more, waitUntil: (until: Promise<unknown>) => (waited = until) });
    await waited;
  }
  /** The worker's answer to a request; undefined when it leaves it to the network. */
  async get(url: string, init: RequestInit & { navigate?: boolean } = {}): Promise<string | undefined> {
    const request = new Request(new URL(url, ORIGIN), init);
    if (init.navigate) Object.defineProperty(request, 'mode', { value: 'navigate' });
    let answer: Promise<Response> | undefined;
    this.listeners.get('fetch')?.({ request, respondWith: (with_: Promise<Response>) => (answer = with_) });
    return answer && (await (await answer).text());
  }
}

let scope: Scope;
beforeEach(async () => {
  scope = new Scope(workerOf(template, build('one')));
  await scope.say('install');
  await scope.say('activate');
  scope.requested = [];
});

describe('the service worker', () => {
  it('opens the console without a network, and asks the network first when there is one', async () => {
    expect(await scope.get('/home/index', { navigate: true })).toBe('network /home/index');
    scope.online = false;
    expect(await scope.get('/home/index?a=1', { navigate: true })).toBe('network /index.html');
    expect(await scope.get('/theme-init.js')).toBe('network /theme-init.js');
  });

  it('gives named files from its cache without asking', async () => {
    expect(await scope.get('/assets/a.js')).toBe('network /assets/a.js');
    expect(scope.requested).toEqual([]);
    // A file that it does not have comes from the network, and is not kept.
    expect(await scope.get('/assets/font.woff2')).toBe('network /assets/font.woff2');
    scope.online = false;
    await expect(scope.get('/assets/font.woff2')).rejects.toThrow('Failed to fetch');
  });

  it.each([
    ['/v1/things/tenants/t/things', {}],
    ['/assets/a.js', { headers: { authorization: 'Bearer x' } }],
    ['/assets/a.js', { method: 'POST' }],
    ['/files/1', {}],
    ['/v1/data-mgmt/tenants/t/things/x/export', { navigate: true }],
    ['/docs', { navigate: true }],
    ['/openapi.json', { navigate: true }],
    ['/passport/0123456789ABCDEF0123', { navigate: true }],
    ['/01/04012345123456/21/0123456789ABCDEF0123', { navigate: true }],
    ['https://elsewhere.test/assets/a.js', {}],
  ])('never touches %s %o', async (url, init) => {
    expect(await scope.get(url, init)).toBeUndefined();
  });

  it('keeps nothing but the files of its build', async () => {
    await scope.get('/home/index', { navigate: true });
    await scope.get('/assets/font.woff2');
    await scope.get('/v1/setup');
    const kept = [...scope.stores.values()].flatMap((store) => [...store.keys()]);
    expect(kept.sort()).toEqual(['/assets/a.js', '/index.html', '/theme-init.js']);
  });

  it('keeps one build back for tabs that still run it, and no more', async () => {
    for (const content of ['two', 'three']) {
      const next = new Scope(workerOf(template, build(content)), scope.stores);
      await next.say('install');
      await next.say('activate');
    }
    expect(scope.stores.size).toBe(2);
  });

  it('unregisters without a trace on request', async () => {
    await scope.say('message', { data: 'leave' });
    expect(scope.stores.size).toBe(0);
    expect(scope.registered).toBe(false);
  });

  it('shows what the server sends, and something where that cannot be read', async () => {
    const said = { id: 'm', language: 'zh', title: '故障', body: '一行', path: '/x' };
    await scope.say('push', { data: { json: () => said } });
    await scope.say('push', {
      data: {
        json: () => {
          throw new SyntaxError('no JSON');
        },
      },
    });
    await scope.say('push', { data: null });
    expect(scope.shown).toMatchObject([
      { title: '故障', body: '一行', lang: 'zh', tag: 'm', data: { path: '/x' } },
      { title: 'Voltloop' },
      { title: 'Voltloop' },
    ]);
  });

  it('opens the page of a notification in a window that goes there, else in a new one', async () => {
    const click = async (path: unknown) => {
      let closed = false;
      await scope.say('notificationclick', {
        notification: { close: () => (closed = true), data: { path } },
      });
      expect(closed).toBe(true);
    };
    const requested: unknown[] = [];
    let focused = 0;
    const answers = (yes: boolean) => ({
      postMessage: (data: unknown, [port]: MessagePort[]) => {
        requested.push(data);
        if (yes) port?.postMessage('going');
        port?.close();
      },
      focus: async () => void focused++,
    });
    scope.windows = [answers(false), answers(true)];
    await click('/events?event=1');
    expect(requested).toEqual([{ open: '/events?event=1' }, { open: '/events?event=1' }]);
    expect([focused, scope.opened]).toEqual([1, []]);
    scope.windows = [answers(false)];
    await click('/events');
    for (const path of ['https://elsewhere.test/', '//elsewhere.test', '/\\\\elsewhere.test', undefined])
      await click(path);
    expect(scope.opened).toEqual(['/events', '/', '/', '/', '/']);
  });

  it('has another version for other content only', () => {
    expect(workerOf(template, build('one'))).toBe(workerOf(template, build('one')));
    expect(workerOf(template, build('one'))).not.toBe(workerOf(template, build('two')));
  });
});
