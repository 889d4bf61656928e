import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { payloadProblems } from '@voltloop/domain/reporting/problems.ts';
import { type Fault, Faults, faultKinds } from './faults.ts';
import { Records, type SandboxRecord } from './records.ts';
import { Signatures } from './signature.ts';

export interface SandboxOptions {
  host?: string;
  /** Any free one unless said. */
  port?: number;
  controlPort?: number;
  /** Secrets by key id. */
  secrets: Readonly<Record<string, string>>;
  /** Takes a key that it has accepted no second time; a poor platform does. */
  idempotent?: boolean;
  /** The number in the platform's id of the first record, default 1. */
  firstNumber?: number;
  /** Where records are kept over restarts. */
  file?: string;
  clock?: () => Date;
}

export interface Sandbox {
  /** Base address for reports. */
  url: string;
  controlUrl: string;
  records: readonly SandboxRecord[];
  /** Requests that were read, refused signatures included. */
  requests: readonly { method: string; path: string; key: string | null }[];
  fault(fault: Fault): void;
  clearFaults(): void;
  /** Takes the platform off the network, or back. */
  setDown(down: boolean): Promise<void>;
  stop(): Promise<void>;
}

const BASE = '/api/v1';

/** Plays the national platform: a real HTTP server that checks signatures and fields, and simulates faults on request. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { host = '127.0.0.1', idempotent = true, firstNumber = 1, clock = () => new Date() } = options;
  const records = new Records(options.file);
  const faults = new Faults();
  const signatures = new Signatures(new Map(Object.entries(options.secrets)), clock);
  const requests: { method: string; path: string; key: string | null }[] = [];
  const sockets = new Set<Socket>();

  const take = (sent: Omit<SandboxRecord, 'status' | 'platformId' | 'errors'>, fault: Fault | null) => {
    const known = records.find(sent.key);
    if (idempotent && known?.status === 'accepted') return known;
    const errors =
      fault?.kind === 'refuse'
        ? [{ ...(fault.field && { field: fault.field }), message: fault.message ?? '数据不符合要求' }]
        : payloadProblems(sent.type, sent.payload).map(({ field, key }) => ({ field, message: key }));
    const accepted = errors.length === 0;
    const platformId = accepted
      ? `P${sent.type}-${String(firstNumber + records.all.length).padStart(8, '0')}`
      : null;
    return records.add({ ...sent, status: accepted ? 'accepted' : 'refused', platformId, errors });
  };

  const platform = async (request: IncomingMessage, response: ServerResponse) => {
    const path = new URL(request.url ?? '/', 'http://sandbox').pathname;
    const body = await text(request);
    const purpose = request.method === 'GET' ? 'ask' : 'submit';
    const wrong = signatures.problem(request.method ?? '', path, request.headers, body);
    const sent = wrong === null && purpose === 'submit' ? sentIn(body) : null;
    const key = sent?.key ?? (purpose === 'ask' ? decodeURIComponent(path.split('/').at(-1) ?? '') : null);
    requests.push({ method: request.method ?? '', path, key });
    if (wrong !== null) return reply(response, 401, { message: wrong });
    const fault = faults.take(purpose);
    if (fault?.kind === 'dropBefore') return void request.socket.destroy();
    if (fault?.kind === 'error') return reply(response, 500, { message: 'internal error' });
    if (fault?.kind === 'busy') return reply(response, 429, { message: 'too many requests' });
    if (fault?.kind === 'slow') await sleep(fault.delay_ms ?? 1000);
    if (purpose === 'ask') {
      if (fault?.kind === 'html') return htmlPage(response);
      const found = path.startsWith(`${BASE}/records/`) && key ? records.find(key) : undefined;
      return found
        ? answer(request, response, found, fault)
        : reply(response, 404, { message: 'no such record' });
    }
    if (path !== `${BASE}/records`) return reply(response, 404, { message: 'no such address' });
    if (!sent || request.headers['idempotency-key'] !== sent.key)
      return reply(response, 400, { message: 'the record cannot be read' });
    return answer(request, response, take(sent, fault), fault);
  };

  const answer = async (
    request: IncomingMessage,
    response: ServerResponse,
    record: SandboxRecord,
    fault: Fault | null,
  ): Promise<void> => {
    const { key, status, version, platformId, errors } = record;
    const good = { key, status, version, ...(platformId && { platformId }), errors };
    const code = status === 'accepted' ? 200 : 422;
    switch (fault?.kind) {
      case 'late':
        await sleep(fault.delay_ms ?? 1000);
        return reply(response, code, good);
      case 'dropAfter':
        return void request.socket.destroy();
      case 'html':
        return htmlPage(response);
      case 'cut':
        return void response.writeHead(code).end(JSON.stringify(good).slice(0, 30));
      case 'otherKey':
        return reply(response, code, { ...good, key: '00000000-0000-4000-8000-000000000000' });
      case 'otherId': {
        const other = records.all.findLast((each) => each.platformId && each.key !== key);
        return reply(response, code, { ...good, platformId: other?.platformId ?? 'P0-00000000' });
      }
      case 'noId':
        return reply(response, code, { ...good, platformId: undefined });
      case 'twice': {
        const body = JSON.stringify(good);
        const one = `HTTP/1.1 ${code} OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
        return void request.socket.end(one + one);
      }
      default:
        return reply(response, code, good);
    }
  };

  const server = createServer((request, response) => {
    platform(request, response).catch(() => request.socket.destroy());
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
  });
  const listen = (on: Server, port: number) =>
    new Promise<number>((resolve, reject) => {
      on.once('error', reject);
      on.listen(port, host, () => resolve((on.address() as AddressInfo).port));
    });
  const close = (each: Server) =>
    new Promise<void>((resolve) => {
      each.close(() => resolve());
      each.closeAllConnections();
    });
  const port = await listen(server, options.port ?? 0);
  let down = false;
  const setDown = async (next: boolean) => {
    if (next === down) return;
    down = next;
    if (next) {
      for (const socket of sockets) socket.destroy();
      await close(server);
    } else await listen(server, port);
  };
  const control = createServer((request, response) => {
    controlled(request)
      .then((said) => reply(response, said ? 200 : 404, said ?? { message: 'no such control' }))
      .catch(() => reply(response, 400, { message: 'the control cannot be read' }));
  });
  const controlled = async (request: IncomingMessage): Promise<object | null> => {
    const body = await text(request);
    switch (`${request.method} ${request.url}`) {
      case 'GET /records':
        return { records: records.all };
      case 'POST /faults': {
        const fault = JSON.parse(body) as Fault;
        if (!faultKinds.includes(fault.kind)) throw new Error('unknown fault');
        faults.add(fault);
        return {};
      }
      case 'DELETE /faults':
        faults.clear();
        return {};
      case 'POST /down':
        await setDown((JSON.parse(body) as { down: boolean }).down === true);
        return { down };
      default:
        return null;
    }
  };
  const controlPort = await listen(control, options.controlPort ?? 0);
  return {
    url: `http://${host}:${port}${BASE}`,
    controlUrl: `http://${host}:${controlPort}`,
    records: records.all,
    requests,
    fault: (fault) => faults.add(fault),
    clearFaults: () => faults.clear(),
    setDown,
    async stop() {
      await Promise.all([down ? null : close(server), close(control)]);
    },
  };
}

/** The record of a body; null when it is none. */
function sentIn(body: string): Omit<SandboxRecord, 'status' | 'platformId' | 'errors'> | null {
  try {
    const { key, version, type, enterprise, payload } = JSON.parse(body);
    const good =
      typeof key === 'string' &&
      Number.isInteger(version) &&
      Number.isInteger(type) &&
      typeof enterprise === 'string' &&
      enterprise !== '' &&
      typeof payload === 'object' &&
      payload !== null;
    return good ? { key, version, type, enterprise, payload } : null;
  } catch {
    return null;
  }
}

function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** What a proxy in between may say. */
function htmlPage(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Bad gateway</html>');
}
