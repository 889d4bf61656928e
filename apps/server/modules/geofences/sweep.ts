import { isAlarm, isWithin } from '@voltloop/resources/geofence/fence-state.ts';
import type { Trx } from '../../platform/db.ts';
import { Rounds } from '../../platform/rounds.ts';
import type { Services } from '../../platform/services.ts';
import type { EventNews, Events } from '../events/index.ts';
import { writeSteps } from './alarms.ts';
import { raiseOf, watcher } from './evaluate.ts';
import { fenceOf } from './fences.ts';
import { activeAlarms, dropStays, dropStaysOf, overdueStays, positionsIn, writeStays } from './store.ts';
import { claimChangedFence, lockFenceRows, markWatched } from './store-fences.ts';

const EVERY_MS = 10_000;
const CHUNK = 500;

/** Changes without a position: a fence was changed, or a stay is too long. */
export class FenceSweep extends Rounds {
  readonly #services: Services;
  readonly #events: Pick<Events, 'announce'>;

  constructor(services: Services, events: Pick<Events, 'announce'>) {
    super({
      span: 'geofences.sweep',
      every_ms: EVERY_MS,
      services,
      failure: 'the sweep of geofences failed',
    });
    this.#services = services;
    this.#events = events;
  }

  override start(): void {
    super.start();
    void this.run();
  }

  protected override async round(): Promise<void> {
    while (await this.#step((trx) => this.#changedFence(trx)));
    while (await this.#step((trx) => this.#overdue(trx)));
  }

  /** @returns whether there may be more */
  async #step(take: (trx: Trx) => Promise<EventNews[] | null>): Promise<boolean> {
    const changed = await this.#services.db.transaction().execute(take);
    if (changed?.length) await this.#events.announce(changed);
    return changed !== null;
  }

  /**
   * A changed fence starts over: its active alarms end, and devices already inside have not entered it.
   * @returns null when no fence has changed
   */
  async #changedFence(trx: Trx): Promise<EventNews[] | null> {
    const row = await claimChangedFence(trx);
    if (!row) return null;
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

  /** @returns null without overlong stays */
  async #overdue(trx: Trx): Promise<EventNews[] | null> {
    const stays = await overdueStays(trx, CHUNK);
    if (stays.length === 0) return null;
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
    return writeSteps(trx, steps);
  }
}
