import { randomUUID } from 'node:crypto';
import { live } from '@voltloop/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, register } from 'prom-client';
import { addressMatcher } from './address-list.ts';
import { AppError } from './errors.ts';
import { routeOf } from './http.ts';
import type { Module } from './module.ts';
import { readStoreMetrics } from './observability/store-metrics.ts';
import type { Services } from './services.ts';
import { version } from './version.ts';

const CHECK_TIMEOUT_MS = 3000;
/** Readiness is public, so its queries of the stores are cached for this long. */
const KEEP_MS = 1000;
/** A probe that comes more rarely than this waits for a new answer. */
const STALE_MS = 15_000;
/** What a node needs to answer people and to let devices sign in. */
const NEEDED_BY_CALLS: ReadonlySet<string> = new Set(['postgres', 'clock']);
/** Counts of the stores are cached for this long. */
const STORED_KEEP_MS = 10_000;

const requestSeconds = new Histogram({
  name: 'voltloop_http_request_seconds',
  help: 'Response time by route of the contract, without streams.',
  labelNames: ['route', 'status'],
  buckets: [0.005, 0.015, 0.05, 0.15, 0.5, 1.5, 5, 30],
});
const databaseConnections = new Gauge({
  name: 'voltloop_database_connections',
  help: 'Connections of the PostgreSQL pool: open, idle, and waiting calls.',
  labelNames: ['state'],
});

const up = new Gauge({
  name: 'voltloop_part_up',
  help: '1 while a part works, as in /readyz: postgres, clickhouse, bus, clock, files if they are in a bucket, and ingest if this node accepts frames.',
  labelNames: ['part'],
});

/** Why a part makes no progress; null while it works. */
export type StuckCheck = () => string | null;

/**
 * `/healthz`: the process answers. `/readyz`: it can reach its stores and the bus, their schemas are in place, and
 * queued data is being written; 503 names the failing part, with its cause if known. `/readyz/api`: it can answer calls
 * and let devices sign in, for which PostgreSQL and a right clock are enough. `/metrics`: Prometheus, for callers on this machine and in
 * METRICS_ADDRESSES.
 */
export function createHealth(services: Services, progress: Record<string, StuckCheck> = {}): Module {
  const ready = kept(() => checkAll(services), KEEP_MS);
  /** Whether each part works, and known causes of failures. */
  const working = async () => {
    const parts = { ...(await ready()) };
    const causes: Record<string, string> = {};
    for (const [name, stuck] of Object.entries(progress)) {
      const cause = stuck();
      parts[name] = cause === null;
      if (cause !== null) causes[name] = cause;
    }
    return { parts, causes };
  };
  const stored = kept(() => readStoreMetrics(services), STORED_KEEP_MS);
  const mayMonitorFrom = addressMatcher(services.config.metricsAddresses);
  return {
    routes({ app }) {
      measureRequests(app);
      const config = { rateLimit: false } as object;
      app.get('/healthz', { config }, async () => ({ status: 'ok', version }));
      const readiness = (isNeeded: (part: string) => boolean) => async (_: unknown, reply: FastifyReply) => {
        const { parts, causes } = await working();
        const isReady = Object.entries(parts).every(([part, works]) => works || !isNeeded(part));
        return reply
          .status(isReady ? 200 : 503)
          .header('cache-control', 'no-store')
          .send({ status: isReady ? 'ready' : 'not ready', parts, ...(isReady ? {} : { causes }) });
      };
      app.get(
        '/readyz',
        { config },
        readiness(() => true),
      );
      app.get(
        '/readyz/api',
        { config },
        readiness((part) => NEEDED_BY_CALLS.has(part)),
      );
      app.get('/metrics', { config }, async (request, reply) => {
        if (!mayReadMetrics(request, mayMonitorFrom)) throw new AppError('notFound');
        const { totalCount, idleCount, waitingCount } = services.pool;
        databaseConnections.set({ state: 'open' }, totalCount);
        databaseConnections.set({ state: 'idle' }, idleCount);
        databaseConnections.set({ state: 'waiting' }, waitingCount);
        for (const [part, works] of Object.entries((await working()).parts)) up.set({ part }, works ? 1 : 0);
        // Without PostgreSQL the rest is still reported.
        await stored().catch((err: unknown) =>
          services.log.warn({ err }, 'metrics of the stores could not be read'),
        );
        return reply.type(register.contentType).send(await register.metrics());
      });
    },
  };
}

/** Whether each part answers in time, by name. Details are logged, not returned. */
async function checkAll(services: Services): Promise<Record<string, boolean>> {
  const checks: Record<string, () => Promise<unknown>> = {
    postgres: () => services.pool.query('select 1 from migrations limit 1'),
    clickhouse: () =>
      services.clickhouse.client.query({ query: 'select 1 from points limit 0' }).then((r) => r.text()),
    bus: () => roundTrip(services),
  };
  const { files, config } = services;
  if (files.check && (config.roles.has('api') || config.roles.has('jobs')))
    checks.files = () => files.check!();
  const outcomes = Object.entries(checks).map(async ([name, check]) => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('no answer in time')), CHECK_TIMEOUT_MS);
    });
    try {
      await Promise.race([check(), late]);
      return [name, true] as const;
    } catch (err) {
      services.log.warn({ err, part: name }, 'a part is not ready');
      return [name, false] as const;
    } finally {
      clearTimeout(timer);
    }
  });
  return Object.fromEntries(await Promise.all(outcomes));
}

/** Publishes to itself: a bus that accepts messages but does not deliver them is not ready. */
async function roundTrip({ bus }: Services): Promise<void> {
  const topic = `voltloop/health/${randomUUID()}`;
  const arrived = Promise.withResolvers<void>();
  const unsubscribe = await bus.subscribe(topic, () => arrived.resolve());
  try {
    await bus.publish(topic, '');
    await Promise.race([arrived.promise, expired(CHECK_TIMEOUT_MS)]);
  } finally {
    await unsubscribe();
  }
}

function expired(timeout_ms: number): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error('no answer in time')), timeout_ms).unref();
  });
}

/**
 * Shares one query among callers within `keep_ms`. While a newer one runs, callers get the last answer at once, so that a
 * store that hangs does not delay a probe; only an answer older than {@link STALE_MS} is not given any more.
 */
function kept<T>(ask: () => Promise<T>, keep_ms: number): () => Promise<T> {
  let last: { at_ms: number; answer: Promise<T> } | undefined;
  let running: Promise<T> | undefined;
  const renew = () => {
    const at_ms = performance.now();
    running = ask();
    void running
      .then(() => {
        last = { at_ms, answer: running as Promise<T> };
      })
      .catch(() => {})
      .finally(() => {
        running = undefined;
      });
    return running;
  };
  return () => {
    const age_ms = last ? performance.now() - last.at_ms : Number.POSITIVE_INFINITY;
    if (last && age_ms <= keep_ms) return last.answer;
    const next = running ?? renew();
    return last && age_ms <= STALE_MS ? last.answer : next;
  };
}

function measureRequests(app: FastifyInstance): void {
  // The registry belongs to the process: a second server in one process (tests) shares it.
  if (!register.getSingleMetric('process_cpu_user_seconds_total')) collectDefaultMetrics();
  app.addHook('onResponse', (request, reply, done) => {
    const route = routeOf(request);
    if (route && route.name !== live.name) {
      requestSeconds.observe({ route: route.name, status: reply.statusCode }, reply.elapsedTime / 1000);
    }
    done();
  });
}

/**
 * Metrics reveal the size and activity of a fleet, so only these may read them: direct callers on this machine, and
 * listed addresses.
 */
function mayReadMetrics(request: FastifyRequest, isListed: (address: string) => boolean): boolean {
  const address = request.ip.replace(/^::ffff:/, '');
  if (isListed(address)) return true;
  const throughProxy = request.headers['x-forwarded-for'] ?? request.headers.forwarded;
  return throughProxy === undefined && (address === '::1' || address.startsWith('127.'));
}
