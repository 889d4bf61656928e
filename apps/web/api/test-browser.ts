/** The browser features that the transport needs, for its unit tests: in-memory storages and relative URLs. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LoginData } from '@voltloop/contract/calls/accounts.ts';

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

/** Installs the storages; must run before anything that reads them is imported. */
export function installStorages(): void {
  Object.defineProperty(globalThis, 'sessionStorage', { value: storage(), configurable: true });
  Object.defineProperty(globalThis, 'localStorage', { value: storage(), configurable: true });
}

export const anna: LoginData = {
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
  language: null,
  role_name: null,
  permissionList: [],
  avatar: null,
  first_steps: 'done',
};

export interface Received {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** A real local server that the page's relative URLs resolve to; records its requests. */
export class PageServer {
  requests: Received[] = [];
  answer: (request: IncomingMessage, response: ServerResponse) => void = (_, response) => {
    reply(response, 200, 0, 'ok');
  };
  origin = '';
  readonly #fetch = globalThis.fetch;
  readonly #server: Server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      this.requests.push({
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(pieces).toString(),
      });
      this.answer(request, response);
    });
  });

  async start(): Promise<void> {
    await new Promise<void>((ready) => this.#server.listen(0, '127.0.0.1', ready));
    this.origin = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    globalThis.fetch = (input, init) => this.#fetch(new URL(String(input), this.origin), init);
  }

  async stop(): Promise<void> {
    globalThis.fetch = this.#fetch;
    await new Promise((done) => this.#server.close(done));
  }
}

/** Answers with an envelope. */
export function reply(
  response: ServerResponse,
  status: number,
  code: number,
  message: string,
  data: unknown = null,
): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ code, message, result: status < 300, data }));
}
