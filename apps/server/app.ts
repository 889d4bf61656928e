import { existsSync } from 'node:fs';
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import type { SecureContextOptions } from 'node:tls';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import fastifyStatic from '@fastify/static';
import { deviceIngest, deviceRaw, downloadFirmware } from '@voltloop/contract';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { type Config, usesExternalBroker } from './config.ts';
import { drainable } from './drain.ts';
import { mapHostsOf, serveMapFile } from './map-file.ts';
import { AppError, refusalOf } from './platform/errors.ts';
import {
  type Authenticate,
  Http,
  installErrorHandler,
  routeOf,
  sendFailure,
  tooDeep,
} from './platform/http.ts';
import { isTooDeep } from './platform/json-depth.ts';
import type { Module } from './platform/module.ts';
import { requestIdOf } from './platform/observability/request-id.ts';
import { operatorProof } from './platform/operator-proof.ts';
import type { Services } from './platform/services.ts';
import { currentTracer } from './platform/tracing/spans.ts';
import { inSpanOf, traceRequests } from './platform/tracing/trace-requests.ts';
import { endSlowBodies, REQUEST_TIMEOUT_MS } from './slow-bodies.ts';
import { isMqttUpgrade, tlsServer } from './tls/index.ts';

/** The maximum file size of any route: a firmware package. */
const MAX_UPLOAD_BYTES = 256 * 1024 * 1024;

/** Output folder of `vite build`. */
const WEB_FOLDER = join(import.meta.dirname, '../web/dist');

/** Finds the caller of a request. */
export interface Callers {
  authenticate: Authenticate;
  /** The key of the rate limit: a verified session, else an address; never a value that the caller can invent. */
  rateKey(request: FastifyRequest): string;
}

/**
 * The web server: security headers, limits, the contract's calls, the console's files.
 * @param modules Everything with routes, in the order of registration.
 * @param certificate With it the server uses https.
 */
export async function createApp(
  services: Services,
  { authenticate, rateKey }: Callers,
  modules: readonly Module[],
  certificate?: SecureContextOptions,
): Promise<{ app: FastifyInstance; http: Http; drain: () => Promise<void> }> {
  const { config } = services;
  const connections = {
    headersTimeout: 20_000,
    connectionsCheckingInterval: 5000,
    shouldUpgradeCallback: (request: IncomingMessage) =>
      !usesExternalBroker(config) && isMqttUpgrade(request),
  };
  const app = Fastify({
    loggerInstance: services.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // The last `trustProxy` hops are our own proxies; the address that they forward is trusted.
    trustProxy: (_address: string, hop: number) => hop < config.trustProxy,
    genReqId: requestIdOf,
    bodyLimit: 1024 * 1024,
    requestTimeout: REQUEST_TIMEOUT_MS,
    ...(certificate
      ? { https: { ...connections, ...certificate, minVersion: 'TLSv1.2' }, serverFactory: tlsServer }
      : { http: connections }),
    clientErrorHandler: sendClientError,
    // Streams to browsers stay open; at shutdown they are closed, not awaited. Requests in progress are: `drain`.
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) => void sendFailure(error, request, reply),
  }) as FastifyInstance;

  const served = firstParts(app);
  const drain = drainable(app);
  if (currentTracer()) traceRequests(app);
  logRequests(app);
  refuseTwoHosts(app);
  acceptBodies(app);
  endSlowBodies(app);
  installErrorHandler(app);
  setOnEveryReply(app, await helmetHeaders(config));
  await app.register(cookie);
  // A route that accepts files has its own limit where it reads them; this is the largest.
  await app.register(multipart, { limits: { files: 1, fields: 20, fileSize: MAX_UPLOAD_BYTES } });
  await app.register(compress, { threshold: 2048, encodings: ['br', 'gzip'], inflateIfDeflated: false });
  await app.register(rateLimit, {
    max: config.apiRate,
    timeWindow: '1 minute',
    // Calls count. The console's own files do not: a first visit fetches some two hundred of them, and an office
    // shares one address. Devices have limits of their own, and those of a mobile network share one address too.
    allowList: (request) => {
      const name = routeOf(request)?.name;
      return name === undefined || ofDevices.has(name);
    },
    keyGenerator: rateKey,
    errorResponseBuilder: (_request, context) =>
      new AppError('tooMany', { retryAfter_s: Math.ceil(context.ttl / 1000) }),
  });

  const http = new Http(app, {
    authenticate,
    isOperator: config.operatorToken === undefined ? undefined : operatorProof(config.operatorToken),
    clock: services.clock,
    checkReplies: config.checkReplies,
  });
  for (const module of modules) module.routes?.(http);
  await serveMapFile(app, config);
  await serveConsole(app, { served, console: config.roles.has('api') });
  return { app, http, drain };
}

/** First path segments of the server's own routes, collected as routes are added. */
function firstParts(app: FastifyInstance): ReadonlySet<string> {
  const parts = new Set<string>();
  app.addHook('onRoute', ({ url }) => {
    parts.add(firstPart(url));
  });
  return parts;
}

const firstPart = (url: string) => /^\/([^/?]*)/.exec(url)?.[1] ?? '';

/** Asked every few seconds by proxies and monitoring; logged when they fail. */
const PROBES: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz', '/readyz/api', '/metrics']);

/** One line per request, when it is answered. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const level = PROBES.has(request.routeOptions.url) && reply.statusCode < 400 ? 'debug' : 'info';
    inSpanOf(request, () =>
      request.log[level]({ req: request, res: reply, ms: Math.round(reply.elapsedTime) }, 'request'),
    );
    done();
  });
}

/** A proxy and this server could choose different ones. */
function refuseTwoHosts(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const hosts = raw.rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length;
    if (hosts > 1) throw new AppError('validation', { message: 'Two Host headers' });
  });
}

/** JSON (an empty body counts as none: DELETE and PUT come without one) and form-urlencoded. */
function acceptBodies(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body as string;
    if (text === '') return done(null, undefined);
    if (isDeviceIngest(request)) return done(null, text);
    if (isTooDeep(text)) return done(tooDeep());
    try {
      done(null, JSON.parse(text));
    } catch {
      done(new AppError('validation', { message: 'The body is not JSON' }));
    }
  });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (request, body, done) => {
      const text = body as string;
      if (isDeviceIngest(request)) return done(null, text);
      // Any page can make a browser post a form, but cannot add one of the console's headers.
      const { authorization, platform } = request.headers;
      if (authorization === undefined && platform === undefined) return done(new AppError('wrongType'));
      // `curl -d` sends JSON with this type; as a form it would have one unknown field, and change nothing.
      if (/^\s*[[{]/.test(text)) {
        const message = 'A body of JSON needs the header Content-Type: application/json';
        return done(new AppError('wrongType', { message }));
      }
      done(null, Object.fromEntries(new URLSearchParams(text)));
    },
  );
}

/** Calls of devices, not of people. */
const ofDevices: ReadonlySet<string> = new Set([deviceIngest.name, deviceRaw.name, downloadFirmware.name]);
const measurements: ReadonlySet<string> = new Set([deviceIngest.name, deviceRaw.name]);

/** Measurements over HTTP use the same decoder as over MQTT, whatever the type that the device names. */
function isDeviceIngest(request: FastifyRequest): boolean {
  return measurements.has(routeOf(request)?.name ?? '');
}

/** The answer to invalid HTTP and to time-outs: the usual envelope. */
function sendClientError(error: Error & { code?: string }, socket: Socket): void {
  const refusal = refusalOf(error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'timeout' : 'validation');
  const { status } = refusal;
  const body = JSON.stringify(refusal.body);
  if (error.code !== 'ECONNRESET' && socket.writable) {
    const head = ['Content-Type: application/json', `Content-Length: ${body.length}`, 'Connection: close'];
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('\r\n')}\r\n\r\n${body}`);
  }
  socket.destroy();
}

/**
 * Headers of helmet for these settings. They depend on no request, so they are computed once: on each call they would
 * cost 5 % of a plain read.
 */
async function helmetHeaders(config: Config): Promise<Record<string, string>> {
  const probe = Fastify();
  await probe.register(helmet, securityHeaders(config));
  probe.get('/', async () => null);
  const { headers } = await probe.inject('/');
  await probe.close();
  const own = ['content-type', 'content-length', 'date', 'connection'];
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      own.includes(name) || value === undefined ? [] : [[name, String(value)]],
    ),
  );
}

function setOnEveryReply(app: FastifyInstance, headers: Record<string, string>): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

function securityHeaders(config: Config) {
  const { publicUrl } = config;
  const mapHosts = mapHostsOf(config);
  const https = publicUrl?.startsWith('https:') ?? false;
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        // The component library uses style attributes for sizes and colours.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...mapHosts],
        fontSrc: ["'self'"],
        // Maps fetch their tiles by script, to draw them.
        connectSrc: ["'self'", ...mapHosts],
        workerSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: https ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'no-referrer' as const },
    crossOriginEmbedderPolicy: false,
  };
}

/** The console: hashed files are cached for a year, its page never, and it is sent for every address of the console. */
async function serveConsole(
  app: FastifyInstance,
  { served, console }: { served: ReadonlySet<string>; console: boolean },
): Promise<void> {
  const built = console && existsSync(join(WEB_FOLDER, 'index.html'));
  if (built) {
    await app.register(fastifyStatic, {
      root: WEB_FOLDER,
      // Its own route reads a whole folder for each file, to detect names in another case: 3 ms for two thousand files.
      serve: false,
      preCompressed: true,
      // Records of the build.
      dotfiles: 'ignore',
      index: false,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const immutable = path.includes('/assets/');
        reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
    app.get('/*', ({ url }, reply) => {
      // It waits for the reply once for each encoding of a missing file.
      reply.raw.setMaxListeners(30);
      return reply.sendFile(url.replace(/\?.*/s, ''));
    });
    // The file server would find a folder here, and refuse it to clients that accept no compression: `curl`, a probe.
    app.get('/', (_request, reply) => reply.header('cache-control', 'no-cache').sendFile('index.html'));
  }
  app.setNotFoundHandler((request, reply) => {
    if (built && acceptsPage(request, served))
      return reply.header('cache-control', 'no-cache').sendFile('index.html');
    const { status, body } = refusalOf('notFound');
    return reply.status(status).send(body);
  });
}

/**
 * Whether an address without a route is a page of the console, which has its own router. Calls, missing files and
 * requests for JSON get a plain 404.
 */
function acceptsPage({ method, url, headers }: FastifyRequest, served: ReadonlySet<string>): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || served.has(firstPart(url))) return false;
  const { accept = '*/*' } = headers;
  if (accept.includes('text/html')) return true;
  const isFile = /\.[^/]*$/.test(url.replace(/\?.*/, ''));
  return !isFile && !accept.includes('json');
}
