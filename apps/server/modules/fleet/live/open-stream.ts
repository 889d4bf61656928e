import type { LiveEvents } from '@voltloop/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { liveTopics } from '../../../platform/bus.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import { fieldError } from '../../../platform/errors.ts';
import { isGone } from '../../../platform/reply-stream.ts';
import type { Services } from '../../../platform/services.ts';
import type { Things } from '../things/index.ts';
import { frameTopicsOf } from './frame-topics.ts';
import type { LiveTopics } from './live-topics.ts';
import { tokenEnd_ms } from './rules.ts';
import { SseStream, sseText } from './sse-stream.ts';
import type { Streams } from './streams.ts';
import type { Visible, VisibleByAccount } from './visible.ts';

export interface LiveParts {
  services: Services;
  things: Things;
  topics: LiveTopics;
  visible: VisibleByAccount;
  streams: Streams;
}

/** Batches of states filtered for an account, computed once for all its streams; collected together with the batch. */
const filteredBatches = new WeakMap<
  object,
  Map<Visible, { things: LiveEvents['state']['things']; text: string }>
>();

/**
 * Opens a live stream and leaves it open. The requested things must be visible to the caller; visibility is checked
 * again for each message, so that an unbinding stops updates immediately.
 * @throws validation without `things` and `scope`; notFound for things outside; tooMany
 */
export async function openStream(
  parts: LiveParts,
  ctx: Ctx,
  query: { things?: string[] | undefined; scope?: 'fleet' | undefined },
  io: { request: FastifyRequest; reply: FastifyReply },
): Promise<void> {
  const { services, topics } = parts;
  const requested = query.things ?? [];
  if (requested.length === 0 && !query.scope) {
    throw fieldError('query.things', 'live.nothing', 'Give things or scope');
  }
  const leavings: (() => void)[] = [parts.streams.acquire(ctx.caller)];
  const leave = () => {
    for (const left of leavings.splice(0)) left();
  };
  let stream: SseStream | undefined;
  // Events that arrive before the stream is open are dropped: nothing can be sent yet.
  const whenOpen = (use: (s: SseStream) => void) => {
    if (stream) use(stream);
  };
  try {
    const found = requested.length > 0 ? await parts.things.findMany(ctx.caller, requested) : [];
    const named = new Set(found.map((t) => t.devid));
    const visible = await parts.visible.acquire(ctx.caller);
    leavings.push(() => parts.visible.release(visible));
    const isWatched = (devid: string) => (query.scope === 'fleet' || named.has(devid)) && visible.has(devid);

    const watches = [...named].flatMap((devid) =>
      frameTopicsOf(devid).map((topic) =>
        topics.frames.watch(topic, (frames) => {
          if (!visible.has(devid)) return;
          for (const frame of frames) whenOpen((s) => s.frame(frame));
        }),
      ),
    );
    if (query.scope === 'fleet') {
      watches.push(
        topics.states.watch(liveTopics.state, (batch) => {
          const cut = filterFor(visible, batch);
          if (cut.things.length > 0) whenOpen((s) => s.states(cut.things, cut.text));
        }),
      );
    }
    watches.push(
      topics.events.watch(liveTopics.event, (notice) => {
        if (isWatched(notice.devid)) whenOpen((s) => s.event(notice));
      }),
      topics.commands.watch(liveTopics.command, (notice) => {
        if (isWatched(notice.devid)) whenOpen((s) => s.command(notice));
      }),
    );
    const outcomes = await Promise.allSettled(watches);
    for (const o of outcomes) if (o.status === 'fulfilled') leavings.push(o.value);
    const failed = outcomes.find((o) => o.status === 'rejected');
    if (failed) throw failed.reason;

    if (isGone(io.reply.raw)) return leave();
    io.reply.hijack();
    stream = new SseStream(io.reply.raw, io.reply.getHeaders());
    stream.onClosed(leave);
    parts.streams.add(stream, io.request, ctx.caller, visible);
    endWithToken(stream, io.request.headers.authorization, services.clock().getTime());
  } catch (e) {
    leave();
    throw e;
  }
}

function filterFor(visible: Visible, batch: LiveEvents['state']) {
  const byVisible = filteredBatches.get(batch) ?? new Map();
  filteredBatches.set(batch, byVisible);
  let cut = byVisible.get(visible);
  if (!cut) {
    const things = batch.things.filter((t) => visible.has(t.devid));
    cut = { things, text: sseText('state', { things }) };
    byVisible.set(visible, cut);
  }
  return cut;
}

function endWithToken(stream: SseStream, authorization: string | undefined, now_ms: number): void {
  const end_ms = tokenEnd_ms(authorization);
  if (end_ms === null) return;
  const timer = setTimeout(() => stream.end('token_expired'), Math.max(0, end_ms - now_ms));
  timer.unref();
  stream.onClosed(() => clearTimeout(timer));
}
