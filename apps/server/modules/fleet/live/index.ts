import type { LiveEvents } from '@voltloop/contract';
import type { Authenticate } from '../../../platform/http.ts';
import type { Module } from '../../../platform/module.ts';
import { Notices } from '../../../platform/notices.ts';
import { Repeated } from '../../../platform/rounds.ts';
import { schedule } from '../../../platform/schedule.ts';
import type { Services } from '../../../platform/services.ts';
import type { Things } from '../things/index.ts';
import { decodeFrames } from './decode-frames.ts';
import { devidOf } from './frame-topics.ts';
import type { LiveTopics } from './live-topics.ts';
import { liveRoutes } from './routes.ts';
import { Streams } from './streams.ts';
import { Topics } from './topics.ts';
import { VisibleByAccount } from './visible.ts';

/** Delay after a notice: the caches that it invalidates must have received it too. */
const SETTLE_MS = 300;

export interface Live extends Module {
  /** For tests and metrics: open streams and their subscribed topics. */
  stats(): { streams: number; topics: number };
}

/**
 * Live updates as server-sent events (docs/decisions/0005). Everything is published on the bus, so a watcher receives
 * the updates of every node; a client that watches nothing costs nothing.
 */
export async function createLive(services: Services, things: Things): Promise<Live> {
  const { bus, log, pool } = services;
  // Messages between nodes are created from these types by our own code.
  const fromNode = async <T>(_topic: string, payload: Buffer) => JSON.parse(payload.toString()) as T;
  const topics: LiveTopics = {
    frames: new Topics(bus, log, async (topic, payload) => {
      const now_ms = services.clock().getTime();
      const devid = devidOf(topic);
      const thing = devid ? await things.byDevid(devid) : null;
      const dictionary = thing && (await things.dictionary(thing.tenantId, thing.infoModelId));
      const frames = devid && dictionary ? decodeFrames({ devid, dictionary }, payload, now_ms) : [];
      return frames.length > 0 ? frames : null;
    }),
    states: new Topics(bus, log, fromNode<LiveEvents['state']>),
    events: new Topics(bus, log, fromNode<LiveEvents['event']>),
    commands: new Topics(bus, log, fromNode<LiveEvents['command']>),
  };
  const visible = new VisibleByAccount(things);
  let authenticate: Authenticate | undefined;
  const streams = new Streams(log, (request) => {
    if (!authenticate) throw new Error('live routes are not registered');
    return authenticate(request);
  });

  let refreshing: NodeJS.Timeout | undefined;
  const refreshVisible = () => {
    if (streams.size === 0) return;
    refreshing ??= setTimeout(() => {
      refreshing = undefined;
      visible.refresh().catch((err: unknown) => log.warn({ err }, 'visible things were not reloaded'));
    }, SETTLE_MS);
  };
  const recheck = (notice: string) => {
    if (streams.size > 0) setTimeout(() => void streams.recheck(notice), SETTLE_MS).unref();
  };
  const accountNotices = new Notices(pool, log, 'voltloop_accounts', {
    onNotice: (notice) => {
      recheck(notice);
      // A moved or deleted account changes what accounts above it see.
      if (notice.startsWith('account')) refreshVisible();
    },
    onGap: () => recheck('all'),
  });
  const thingNotices = new Notices(pool, log, 'voltloop_things', {
    onNotice: refreshVisible,
    onGap: refreshVisible,
  });
  const rights = new Repeated(
    {
      work: schedule.live_rights,
      // Also while the clock is wrong: it does not depend on the time.
      services: { log, config: services.config },
      failure: 'live streams could not be checked again',
    },
    async () => {
      // In case a notice was lost.
      recheck('all');
      refreshVisible();
    },
  );

  return {
    routes(http) {
      authenticate = http.authenticate;
      liveRoutes(http, { services, things, topics, visible, streams });
    },
    async start() {
      if (!services.config.roles.has('api')) return;
      await Promise.all([accountNotices.start(), thingNotices.start()]);
      rights.start();
    },
    async stop() {
      await rights.stop();
      clearTimeout(refreshing);
      streams.endAll('server_stopping');
      await Promise.all([accountNotices.stop(), thingNotices.stop()]);
    },
    stats: () => ({ streams: streams.size, topics: Object.values(topics).reduce((n, t) => n + t.size, 0) }),
  };
}
