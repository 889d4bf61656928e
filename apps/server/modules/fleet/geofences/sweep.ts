import { isAlarm, isWithin } from '@voltloop/resources/geofence/fence-state.ts';
import type { Trx } from '../../../platform/db.ts';
import { Rounds } from '../../../platform/rounds.ts';
import { schedule } from '../../../platform/schedule.ts';
import type { Services } from '../../../platform/services.ts';
import type { EventNews, Events } from '../events/index.ts';
import { writeSteps } from './alarms.ts';
import { raiseOf, watcher } from './evaluate.ts';
import { fenceOf } from './fences.ts';
import {
  activeAlarms,
  dropStays,
  dropStaysOf,
  overdueStays,
  overdueThings,
  positionsIn,
  writeStays,
} from './store.ts';
import { changedFences, claimChangedFence, lockFenceRows, markWatched } from './store-fences.ts';

const CHUNK = 500;

/** Changes without a position: a fence was changed, or a stay is too long. */
export class FenceSweep extends Rounds {
  readonly #services: Services;
  readonly #events: Pick<Events, 'announce'>;

  constructor(services: Services, events: Pick<Events, 'announce'>) {
    super({
      span: 'geofences.sweep',
      work: schedule.geofences,
      services,
      failure: 'the sweep of geofences failed',
    });
    this.#services = services;
    this.#events = events;
  }

  protected override async round(): Promise<void> {
    const { db } = this.#services;
    for (const id of await changedFences(db, { without: this.failing })) {
      if (this.stopped) return;
      const news = await this.row(id, () => db.transaction().execute((trx) => this.#changedFence(trx, id)));
      await this.#announce(news ?? []);
    }
    while (!this.stopped && (await this.#endOverdue()) > 0);
  }

  /** @returns how many stays were evaluated */
  async #endOverdue(): Promise<number> {
    const { db } = this.#services;
    const things = await overdueThings(db, { limit: CHUNK, without: this.failing });
    const news: EventNews[] = [];
    const stays = await this.rows(things, async (ids) => {
      const evaluated = await db.transaction().execute((trx) => this.#overdue(trx, ids));
      news.push(...evaluated.news);
      return evaluated.stays;
    });
    await this.#announce(news);
    return stays.length;
  }

  async #announce(news: readonly EventNews[]): Promise<void> {
    if (news.length > 0) await this.#events.announce([...news]);
  }

  /** A changed fence starts over: its active alarms end, and devices already inside have not entered it. */
  async #changedFence(trx: Trx, id: string): Promise<EventNews[]> {
    const row = await claimChangedFence(trx, id);
    if (!row) return [];
    const now_ms = this.#services.clock().getTime();
    const over = await activeAlarms(trx, { fenceId: row.id });
    await dropStaysOf(trx, row.id);
    const fence = row.in_use ? fenceOf(row) : null;
    if (fence) {
      const there = await positionsIn(trx, fence.tenantId, fence.box);
      const watches = await watcher(trx, [fence], [...there.keys()]);
      const inside = [...there].filter(([id, fix]) => isWithin(fence.area, fix) && watches(fence, id));
      const dwellDue_ms = fence.dwell_min === null ? null : now_ms + fence.dwell_min * 60_000;
      await writeStays(
        trx,
        inside.map(([thingId]) => ({ fenceId: fence.id, thingId, since_ms: now_ms, dwellDue_ms })),
      );
    }
    await markWatched(trx, row.id, row.watch_version);
    return writeSteps(
      trx,
      over.map(({ thingId, code }) => ({ what: 'clear', thingId, code, time_ms: now_ms })),
    );
  }

  async #overdue(trx: Trx, things: readonly string[]) {
    const stays = await overdueStays(trx, things);
    const ids = [...new Set(stays.map(({ fenceId }) => fenceId))];
    const rows = await lockFenceRows(trx, ids);
    const fences = new Map(
      rows.flatMap((row) => [fenceOf(row)].flatMap((f) => (f ? [[f.id, f] as const] : []))),
    );
    const watches = await watcher(
      trx,
      [...fences.values()],
      stays.map(({ thingId }) => thingId),
    );
    const steps = stays.flatMap(({ fenceId, thingId, dwellDue_ms, fix }) => {
      const fence = fences.get(fenceId);
      const who = fence && watches(fence, thingId);
      const change = { change: 'dwell', time_ms: dwellDue_ms ?? 0 } as const;
      return fence && who && isAlarm(change, fence) ? [raiseOf(fence, change, who, fix)] : [];
    });
    const isKnown = ({ fenceId }: { fenceId: string }) => fences.has(fenceId);
    await writeStays(
      trx,
      stays.filter(isKnown).map((stay) => ({ ...stay, dwellDue_ms: null })),
    );
    await dropStays(
      trx,
      stays.filter((stay) => !isKnown(stay)),
    );
    return { stays, news: await writeSteps(trx, steps) };
  }
}
