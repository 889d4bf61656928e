import { randomUUID } from 'node:crypto';
import type { LiveEvents } from '@voltloop/contract';
import type { StateMessage } from '@voltloop/protocol';
import { liveTopics } from '../../../platform/bus.ts';
import type { Trx } from '../../../platform/db.ts';
import { Repeated } from '../../../platform/rounds.ts';
import { schedule } from '../../../platform/schedule.ts';
import type { Services } from '../../../platform/services.ts';
import { isContentError } from '../../../platform/store-errors.ts';
import { writeInParts } from '../../../platform/write-in-parts.ts';
import { type StuckCause, WriteProgress } from '../../../platform/write-progress.ts';
import type { DeviceRow } from '../things/index.ts';
import type { CommittedFrame } from './batch.ts';
import { findUnwritten } from './repair-state.ts';
import { addFrame, addStateMessage, noChange, type StateChange } from './state-rules.ts';
import {
  dropOwnWatermark,
  dropWatermark,
  markSilent,
  readWatermarks,
  refreshStatuses,
  type SilenceRow,
  type StateRow,
  writeChanges,
  writeWatermark,
} from './store.ts';

/** While the oldest message waits for longer, what has arrived is not known: silence does not count. */
const MAX_LAG_MS = 60_000;
/** Rows in one statement: at 2,000 a write takes about 40 ms. */
const CHUNK = 2000;

interface Ingest {
  /** Receive time of the oldest message that is received but not yet recorded here. */
  oldestPending(): number | null;
  /** Whether messages cannot be read from the broker now. */
  interrupted(): boolean;
  /** Quarantines a change that PostgreSQL refuses for its content. */
  refused(devid: string, change: Buffer, error: unknown): Promise<void>;
}

type LatestServices = Pick<Services, 'db' | 'clickhouse' | 'bus' | 'log' | 'clock' | 'config'>;

/** What other modules do when things fall silent, or send messages again. */
export interface SilenceListener {
  /** In the transaction that marks things as silent. @returns what to do after the commit */
  silent(trx: Trx, rows: readonly SilenceRow[]): Promise<() => Promise<void>>;
  /** Things that were silent are online again, which is written already. */
  back(rows: readonly SilenceRow[]): Promise<void>;
}

/**
 * The last known state of things: collected in memory, written to thing_state about once a second, and published to
 * watchers as written.
 */
export class Latest {
  readonly #s: LatestServices;
  readonly #ingest: Ingest;
  readonly #progress = new WriteProgress(() => this.#waitingSince_ms);
  /** Time since which the oldest change waits. */
  #waitingSince_ms: number | null = null;
  readonly #node = randomUUID();
  #changes = new Map<string, StateChange>();
  #flushing: Promise<void> = Promise.resolve();
  readonly #work: readonly Repeated[];
  readonly #silenceListeners: SilenceListener[] = [];
  /** Time since which this process has read the messages of devices without interruption or delay; null: it does not. */
  #readingSince_ms: number | null = null;

  constructor(services: LatestServices, ingest: Ingest) {
    this.#s = services;
    this.#ingest = ingest;
    // Not the clock watch: it decides what is received, and what was received is written.
    const { log, config } = services;
    this.#work = [
      new Repeated(
        {
          work: schedule.device_states,
          services: { log, config },
          failure: 'last known states were not written; retrying',
        },
        () => this.flush(),
      ),
      new Repeated(
        {
          work: schedule.silent_devices,
          services: { log, config },
          failure: 'the sweep for silent things failed',
        },
        () => this.#sweepSilent(),
      ),
    ];
  }

  onSilence(listener: SilenceListener): void {
    this.#silenceListeners.push(listener);
  }

  /** Why changes are not written; null while writing works. */
  stuck(): StuckCause | null {
    return this.#progress.stuck(this.#s.clock().getTime());
  }

  noteFrames(frames: readonly CommittedFrame[]): void {
    for (const frame of frames) {
      addFrame(this.#change(frame.thing, frame.devid, frame.received_ms), frame);
    }
  }

  noteState(thing: DeviceRow, devid: string, message: StateMessage, received_ms: number): void {
    addStateMessage(this.#change(thing, devid, received_ms), message, received_ms);
  }

  #change(thing: { id: string }, devid: string, received_ms: number): StateChange {
    let change = this.#changes.get(thing.id);
    if (!change) {
      change = noChange(thing.id, devid, received_ms);
      this.#waitingSince_ms ??= this.#s.clock().getTime();
      this.#changes.set(thing.id, change);
    }
    return change;
  }

  /** Recovers what a killed process had acknowledged but not written, then flushes periodically. */
  async start(): Promise<void> {
    const started_ms = this.#s.clock().getTime();
    await this.#repair();
    // From here on, a killed process leaves a watermark.
    await writeWatermark(this.#s.db, this.#node, started_ms);
    if (this.#s.config.roles.has('ingest')) this.#readingSince_ms = started_ms;
    for (const work of this.#work) work.start();
  }

  async #repair(): Promise<void> {
    const watermarks = await readWatermarks(this.#s.db);
    if (watermarks.length === 0) return;
    const since = Math.min(...watermarks.map((w) => w.ms));
    const changes = await findUnwritten(this.#s, since);
    const left = new Set(changes);
    for (const chunk of chunks(changes, CHUNK)) await this.#writeChunk(chunk, left);
    if (changes.length > 0) this.#s.log.info({ things: changes.length }, 'last known states were restored');
    for (const watermark of watermarks) await dropWatermark(this.#s.db, watermark);
  }

  /** Writes what has changed; after a failure the next flush retries. Resolves when no older write is in progress. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.then(() => this.#write());
    return this.#flushing;
  }

  async #write(): Promise<void> {
    if (this.#changes.size === 0) return;
    // These changes do not include messages received from here on, or waiting for their commit.
    const watermark_ms = this.#ingest.oldestPending() ?? this.#s.clock().getTime();
    const changes = this.#changes;
    this.#changes = new Map();
    const left = new Set(changes.values());
    try {
      for (const chunk of chunks([...left], CHUNK)) await this.#writeChunk(chunk, left);
      await writeWatermark(this.#s.db, this.#node, watermark_ms);
      this.#waitingSince_ms = this.#changes.size > 0 ? watermark_ms : null;
      this.#progress.written(this.#s.clock().getTime());
    } catch (err) {
      this.#progress.failed(err);
      this.#s.log.warn({ err, things: left.size }, 'last known states were not written; retrying');
      for (const change of left) this.#putBack(change);
    }
  }

  /** Writes some changes and removes them from `left`; one that PostgreSQL refuses does not stop the others. */
  async #writeChunk(chunk: readonly StateChange[], left: Set<StateChange>): Promise<void> {
    const done = (some: readonly StateChange[]) => {
      for (const change of some) left.delete(change);
    };
    await writeInParts(chunk.length, {
      isRefused: isContentError,
      write: async ({ from, to }) => {
        const part = chunk.slice(from, to);
        const rows = await writeChanges(this.#s.db, part);
        done(part);
        await this.#announce(rows);
        const back = rows.filter((row) => row.came_back);
        if (back.length > 0) for (const listener of this.#silenceListeners) await listener.back(back);
      },
      quarantine: async (i, err) => {
        const change = chunk[i];
        if (!change) return;
        done([change]);
        this.#s.log.warn(
          { err, devid: change.devid },
          'a last known state was refused; it is stored among the rejects',
        );
        // Not awaited: other states must not wait for the rejects.
        this.#ingest.refused(change.devid, Buffer.from(JSON.stringify(change)), err).catch(() => {});
      },
      // The next flush retries.
      pause: (error) => Promise.reject(error),
    });
  }

  /** Keeps a change for the next write, merged below newer ones. */
  #putBack(old: StateChange): void {
    const newer = this.#changes.get(old.thingId);
    if (!newer) {
      this.#changes.set(old.thingId, old);
      return;
    }
    const merged = { ...old, attributes: { ...old.attributes, ...newer.attributes } };
    for (const [key, value] of Object.entries(newer)) {
      if (key !== 'attributes' && value !== null) Object.assign(merged, { [key]: value });
    }
    this.#changes.set(old.thingId, merged);
  }

  /** Runs a sweep for silent things now. For tests. */
  async markSilent(): Promise<void> {
    await this.#work[1]?.run();
  }

  /**
   * Marks silent things as offline. Silence counts only while this process reads messages: not after its start or after
   * an interruption until a thing's time has passed again, and never in a process without ingest.
   */
  async #sweepSilent(): Promise<void> {
    const now_ms = this.#s.clock().getTime();
    if (this.#readingSince_ms === null) return;
    const oldest_ms = this.#ingest.oldestPending();
    const lags = oldest_ms !== null && now_ms - oldest_ms > MAX_LAG_MS;
    if (lags || this.#ingest.interrupted()) {
      this.#readingSince_ms = now_ms;
      return;
    }
    await this.flush();
    const when = { now: new Date(now_ms), reading_since: new Date(this.#readingSince_ms), limit: CHUNK };
    for (;;) {
      const { rows, follow } = await this.#s.db.transaction().execute(async (trx) => {
        const rows = await markSilent(trx, when);
        const follow: (() => Promise<void>)[] = [];
        if (rows.length > 0)
          for (const listener of this.#silenceListeners) follow.push(await listener.silent(trx, rows));
        return { rows, follow };
      });
      await this.#announce(rows);
      for (const each of follow) await each();
      if (rows.length < CHUNK) return;
    }
  }

  /** Call it after the transaction in which events or upgrades began or ended: notifies watchers of these things. */
  async refreshStatus(thingIds: readonly string[]): Promise<void> {
    for (const chunk of chunks(thingIds, CHUNK))
      await this.#announce(await refreshStatuses(this.#s.db, chunk));
  }

  async #announce(rows: readonly StateRow[]): Promise<void> {
    if (rows.length === 0) return;
    const things: LiveEvents['state']['things'] = rows.map((r) => ({
      devid: r.devid,
      status: r.status,
      problem: r.problem,
      active_events: r.active_events,
      last_time: r.last_time?.getTime() ?? null,
      soc: r.soc_pct,
      left_wh: r.left_wh,
      rated_wh: r.rated_wh,
      work_state: r.work_state,
      bat_power_w: r.bat_power_w,
      grid_power_w: r.grid_power_w,
      pv_power_w: r.pv_power_w,
      load_power_w: r.load_power_w,
    }));
    // A lost notice is followed by the next one; the row is written either way.
    await this.#s.bus.publish(liveTopics.state, JSON.stringify({ things })).catch((err: unknown) => {
      this.#s.log.debug({ err }, 'live states were not announced');
    });
  }

  async stop(): Promise<void> {
    await Promise.all(this.#work.map((work) => work.stop()));
    await this.flush();
    if (this.#changes.size === 0) await dropOwnWatermark(this.#s.db, this.#node).catch(() => {});
  }
}

function* chunks<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let i = 0; i < items.length; i += size) yield items.slice(i, i + size);
}
