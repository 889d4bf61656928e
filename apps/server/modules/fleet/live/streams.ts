import type { LiveEvents } from '@voltloop/contract';
import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { Gauge } from 'prom-client';
import type { Caller } from '../../../platform/ctx.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Authenticate } from '../../../platform/http.ts';
import { isConcerned, MAX_STREAMS_PER_ACCOUNT, MAX_STREAMS_PER_SESSION, tokenEnd_ms } from './rules.ts';
import type { SseStream } from './sse-stream.ts';
import type { Visible } from './visible.ts';

const openStreams = new Gauge({
  name: 'voltloop_live_streams',
  help: 'Live streams to browsers that are open.',
});

interface Open {
  stream: SseStream;
  request: FastifyRequest;
  sessionId: string;
  accountId: string;
  visible: Visible;
}

/** The open streams: the number per session, and whether each may continue. */
export class Streams {
  readonly #log: Logger;
  readonly #authenticate: Authenticate;
  readonly #open = new Set<Open>();
  readonly #bySession = new Map<string, number>();

  constructor(log: Logger, authenticate: Authenticate) {
    this.#log = log;
    this.#authenticate = authenticate;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Takes one of the session's stream slots; the result releases it. @throws tooMany when all are taken */
  acquire(caller: Caller): () => void {
    const { sessionId } = caller;
    const taken = this.#bySession.get(sessionId) ?? 0;
    if (taken >= MAX_STREAMS_PER_SESSION) {
      throw new AppError('tooMany', {
        message: `A session may have ${MAX_STREAMS_PER_SESSION} open live streams`,
        retryAfter_s: 15,
      });
    }
    this.#bySession.set(sessionId, taken + 1);
    let given = false;
    return () => {
      if (given) return;
      given = true;
      const left = (this.#bySession.get(sessionId) ?? 1) - 1;
      if (left > 0) this.#bySession.set(sessionId, left);
      else this.#bySession.delete(sessionId);
    };
  }

  add(stream: SseStream, request: FastifyRequest, caller: Caller, visible: Visible): void {
    const open = { stream, request, sessionId: caller.sessionId, accountId: caller.accountId, visible };
    this.#open.add(open);
    openStreams.inc();
    stream.onClosed(() => {
      this.#open.delete(open);
      openStreams.dec();
    });
    // A Set iterates in insertion order, so the oldest stream comes first.
    const own = [...this.#open].filter(({ accountId }) => accountId === caller.accountId);
    if (own.length > MAX_STREAMS_PER_ACCOUNT) own[0]?.stream.end('too_many');
  }

  /** Checks again whether the streams of a notice may continue, and ends those that may not. */
  async recheck(notice: string): Promise<void> {
    for (const open of Array.from(this.#open)) {
      if (!isConcerned(notice, open)) continue;
      try {
        open.visible.caller = await this.#authenticate(open.request);
      } catch (e) {
        if (e instanceof AppError && e.codeName === 'unauthorized') open.stream.end(reasonOf(open.request));
        // An unreachable database does not end a stream: the check is retried.
        else this.#log.warn({ err: e }, 'a live session could not be checked');
      }
    }
  }

  endAll(reason: LiveEvents['end']['reason']): void {
    for (const { stream } of Array.from(this.#open)) stream.end(reason);
  }
}

/** A client renews its token and reconnects after the first reason, and has to sign in after the second. */
function reasonOf(request: FastifyRequest): LiveEvents['end']['reason'] {
  const end_ms = tokenEnd_ms(request.headers.authorization);
  return end_ms !== null && end_ms <= Date.now() ? 'token_expired' : 'session_ended';
}
