import { setImmediate } from 'node:timers/promises';
import * as contract from '@voltloop/contract';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../../../platform/ctx.ts';
import { AppError } from '../../../platform/errors.ts';
import { replied } from '../../../platform/http.ts';
import type { Module } from '../../../platform/module.ts';
import type { Services } from '../../../platform/services.ts';
import type { Telemetry } from '../telemetry/index.ts';
import type { Things } from '../things/index.ts';
import { contentTypes, formatFor, type MetricsFormat, metricsText } from './metrics-text.ts';
import { readSamples } from './read-samples.ts';

/** Lifetime of a cached answer: devices report every few seconds at most. */
const TTL_MS = 10_000;
/** Limit of cached bytes. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Limit of concurrently computed answers. */
const MAX_RUNNING = 6;
/** The limit for one account, so that it cannot block others. */
const MAX_PER_ACCOUNT = 4;

interface Answer {
  created_ms: number;
  text: Buffer;
}

/** The newest values of devices as metrics for Prometheus (docs/decisions/0086). */
export function createFeed(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  things: Pick<Things, 'visibilityKey'>,
  telemetry: Pick<Telemetry, 'newestCounters'>,
): Module {
  const cache = new LRUCache<string, Answer>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ text }) => text.length + 1,
  });
  const running = new Map<string, { accountId: string; answer: Promise<Answer> }>();
  const isBusy = (accountId: string) =>
    running.size >= MAX_RUNNING ||
    [...running.values()].filter((one) => one.accountId === accountId).length >= MAX_PER_ACCOUNT;

  async function make(
    caller: Caller,
    query: contract.QueryOf<typeof contract.deviceMetrics>,
    format: MetricsFormat,
  ): Promise<Answer> {
    const created_ms = clock().getTime();
    const devices = await readSamples({ db, telemetry }, caller, query, created_ms);
    const pieces: Buffer[] = [];
    for (const piece of metricsText(devices, format)) {
      pieces.push(Buffer.from(piece));
      await setImmediate();
    }
    return { created_ms, text: Buffer.concat(pieces) };
  }

  return {
    routes(http) {
      http.implement(contract.deviceMetrics, async ({ caller }, { query }, { request, reply }) => {
        const format = formatFor(request.headers.accept);
        // Visible things are part of the key: a removed device disappears immediately.
        const key = JSON.stringify([caller.accountId, await things.visibilityKey(caller), query, format]);
        let answer = cache.get(key);
        if (!answer || clock().getTime() - answer.created_ms >= TTL_MS) {
          let pending = running.get(key);
          if (!pending) {
            if (isBusy(caller.accountId))
              throw new AppError('tooMany', {
                message: 'Too many scrapes at the same time',
                retryAfter_s: 5,
              });
            const { accountId } = caller;
            pending = { accountId, answer: make(caller, query, format).finally(() => running.delete(key)) };
            running.set(key, pending);
          }
          answer = await pending.answer;
          cache.set(key, answer);
        }
        reply.type(contentTypes[format]).header('cache-control', 'no-store').send(answer.text);
        return replied;
      });
    },
  };
}
