import type { LiveEvents } from '@voltloop/contract/calls/live-events.ts';
import { live } from '@voltloop/contract/calls/telemetry.ts';
import { createParser } from 'eventsource-parser';
import { useEffect, useRef } from 'react';
import { backOff_ms } from './back-off.ts';
import { callRaw } from './call.ts';
import { ApiError } from './errors.ts';
import { onSessionEnd, useSession } from './session.ts';
import { tooManyStreams } from './too-many-streams.ts';

/** What to watch: single things (at most 100), or everything the account may see. */
export type LiveScope = { things: readonly string[] } | { scope: 'fleet' };

export type LiveHandlers = {
  [K in keyof LiveEvents]?: (data: LiveEvents[K]) => void;
} & {
  /** Called after every reconnection: events may have been missed, refetch. */
  onCatchUp?: () => void;
  onConnection?: (connected: boolean) => void;
};

/** The server pings about every 15 s; a stream silent for longer than this is dead. */
const SILENCE_MS = 45_000;

/** Delay before a page that becomes visible again reconnects and refetches, ms. */
const RESUME_MS = 150;

/**
 * Opens a live stream: server-sent events over `fetch`, so that the token stays in a header. Reconnects with
 * back-off, pauses while the page is hidden and catches up on return, ends with the session. Returns the function that
 * closes it.
 */
export function openLive(scope: LiveScope, handlers: LiveHandlers): () => void {
  let stopped = false;
  /** Too many streams are open, and another one would end an older one: wait until the user returns to this page. */
  let displaced = false;
  let abort: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;
  let connections = 0;

  const query = 'things' in scope ? { things: scope.things.join(',') } : { scope: scope.scope };

  const connect = async () => {
    timer = undefined;
    if (stopped || document.hidden || abort || !useSession.getState().login) return;
    const mine = new AbortController();
    abort = mine;
    try {
      const response = await callRaw(live, { query, signal: mine.signal, accept: 'text/event-stream' });
      handlers.onConnection?.(true);
      if (connections++ > 0) handlers.onCatchUp?.();
      await read(response, mine, () => {
        attempt = 0;
      });
    } catch (error) {
      // Refused for good: retrying would not help.
      if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429) {
        stopped = true;
      }
    }
    if (abort !== mine) return;
    abort = undefined;
    handlers.onConnection?.(false);
    if (!stopped && !displaced) timer = setTimeout(connect, backOff_ms(attempt++));
  };

  const read = async (response: Response, mine: AbortController, alive: () => void) => {
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    if (!reader) return;
    const parser = createParser({
      onEvent: ({ event, data }) => {
        if (event === 'end') ended(data);
        if (event) deliver(event, data);
      },
    });
    let watchdog: ReturnType<typeof setTimeout> | undefined;
    const wake = () => {
      clearTimeout(watchdog);
      watchdog = setTimeout(() => mine.abort(), SILENCE_MS);
    };
    wake();
    try {
      while (true) {
        const { done, value } = await reader.read();
        if (done) return;
        wake();
        alive();
        parser.feed(value);
      }
    } finally {
      clearTimeout(watchdog);
    }
  };

  const ended = (data: string) => {
    const { reason } = JSON.parse(data) as LiveEvents['end'];
    if (reason !== 'too_many') return;
    displaced = true;
    tooManyStreams();
  };

  const deliver = (event: string, data: string) => {
    const handler = handlers[event as keyof LiveEvents] as ((data: unknown) => void) | undefined;
    if (!handler || stopped) return;
    try {
      handler(JSON.parse(data));
    } catch (error) {
      console.error(`live: ${event} could not be handled`, error);
    }
  };

  const pause = () => {
    clearTimeout(timer);
    timer = undefined;
    if (!abort) return;
    abort.abort();
    abort = undefined;
    handlers.onConnection?.(false);
  };
  const onVisibility = () => {
    if (document.hidden) pause();
    else {
      attempt = 0;
      displaced = false;
      void connect();
    }
  };
  const onOnline = () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    attempt = 0;
    void connect();
  };
  const stop = () => {
    stopped = true;
    pause();
    endOfSession();
    document.removeEventListener('visibilitychange', onVisibility);
    window.removeEventListener('online', onOnline);
  };
  const endOfSession = onSessionEnd(stop);
  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('online', onOnline);
  void connect();
  return stop;
}

/** Runs {@link openLive} while the component is mounted, always with the latest handlers. Null watches nothing. */
export function useLive(scope: LiveScope | null, handlers: LiveHandlers): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  const key = scope ? ('things' in scope ? scope.things.join(',') : 'fleet') : '';
  const watched = useRef('');
  const latestScope = useRef(scope);
  useEffect(() => {
    latestScope.current = scope;
  });
  useEffect(() => {
    if (!key || !latestScope.current) return;
    // The page was hidden meanwhile and may have missed events.
    const again = watched.current === key;
    watched.current = key;
    const open = (scope: LiveScope) =>
      openLive(scope, {
        frame: (data) => latest.current.frame?.(data),
        state: (data) => latest.current.state?.(data),
        event: (data) => latest.current.event?.(data),
        command: (data) => latest.current.command?.(data),
        onCatchUp: () => latest.current.onCatchUp?.(),
        onConnection: (connected) => latest.current.onConnection?.(connected),
      });
    if (!again) return open(latestScope.current);
    // Paint the page first; quickly switching through tabs loads nothing.
    let stop: (() => void) | undefined;
    const timer = setTimeout(() => {
      latest.current.onCatchUp?.();
      if (latestScope.current) stop = open(latestScope.current);
    }, RESUME_MS);
    return () => {
      clearTimeout(timer);
      stop?.();
    };
  }, [key]);
}
