import { setTimeout as sleep } from 'node:timers/promises';
import { type TopicKind, topicOf } from '@voltloop/protocol';
import type { Logger } from 'pino';
import type { ClickHouse } from '../../platform/clickhouse.ts';
import type { Things } from '../things/index.ts';
import { Batch, type CommittedFrame, frameColumns, pointColumns, type RejectRow } from './batch.ts';
import { dictionaryOf } from './dictionary.ts';
import * as metrics from './metrics.ts';
import { decodePayload, parseMessage, type RejectReason } from './parse-frame.ts';
import { RejectLimit } from './reject-limit.ts';
import { insertRejects } from './store.ts';

export interface IngestOptions {
  clickhouse: ClickHouse;
  things: Pick<Things, 'byDevid'>;
  log: Logger;
  clock: () => Date;
  /** Points at which a batch goes out at once; a smaller one goes after `batchMs`. */
  batchPoints?: number;
  batchMs?: number;
}

export type CommittedListener = (frames: readonly CommittedFrame[]) => void;

const BATCH_POINTS = 100_000;
const BATCH_MS = 200;
/** Batches being written at once: the next one is on its way while one is made durable. */
const IN_FLIGHT = 2;
/** A waiting batch takes no more messages above this many times its size; they wait unread. */
const OVERFULL = 2;
const RETRY_MS = { first: 100, most: 5000 };
const STOP_WAIT_MS = 15_000;
const STORED_PAYLOAD_CHARS = 4000;

/**
 * Device messages into ClickHouse. Messages are gathered into batches; whoever sent one learns of its commit
 * through the promise of {@link accept}. A batch that fails is written again, unchanged, until it is in: writing
 * it twice changes no answer (db/clickhouse/0001_telemetry.sql says why).
 */
export class Ingest {
  readonly #o: IngestOptions;
  readonly #batchPoints: number;
  readonly #batchMs: number;
  readonly #listeners: CommittedListener[] = [];
  readonly #inFlight = new Set<Batch>();
  readonly #rejectLimit = new RejectLimit();
  readonly #stopped = new AbortController();
  #current: Batch;
  #timer: NodeJS.Timeout | null = null;
  /** The current batch should go out and waits for a place. */
  #due = false;
  /** Resolved when a batch that was overfull has gone out. */
  #room: PromiseWithResolvers<void> | null = null;
  #stopping = false;
  #watched: ReadonlySet<string> = new Set();

  constructor(options: IngestOptions) {
    this.#o = options;
    this.#batchPoints = options.batchPoints ?? BATCH_POINTS;
    this.#batchMs = options.batchMs ?? BATCH_MS;
    this.#current = this.#newBatch();
  }

  /** Calls `listener` with the frames of each batch after its commit, in the order of commits. */
  onCommitted(listener: CommittedListener): void {
    this.#listeners.push(listener);
  }

  /** From now on frames carry the values of these points too, by key. */
  watch(points: ReadonlySet<string>): void {
    this.#watched = points;
  }

  /** Receive time of the oldest message that is not committed yet; null when there is none. */
  oldestPending(): number | null {
    const times = [...this.#inFlight, this.#current].map((b) => b.oldest_ms).filter((t) => t !== null);
    return times.length > 0 ? Math.min(...times) : null;
  }

  /**
   * Takes one message of a device; resolves with the number of points taken when all of it is committed, the
   * rejects too. A message that cannot be read is taken: it would not get better by being sent again.
   */
  async accept(devid: string, payload: Buffer): Promise<number> {
    const thing = await this.#o.things.byDevid(devid);
    while (this.#current.points >= this.#batchPoints * OVERFULL && !this.#stopping) {
      this.#room ??= Promise.withResolvers<void>();
      await this.#room.promise;
    }
    if (this.#stopping) throw new Error('ingest is stopping');
    const batch = this.#current;
    const before = batch.points;
    const received_ms = this.#o.clock().getTime();
    const dictionary = thing ? dictionaryOf(thing.infoModelId) : undefined;
    if (!thing || !dictionary) {
      this.#reject(batch, devid, payload, 'unknown_device', received_ms);
    } else {
      const parsed = parseMessage(
        decodePayload(payload),
        dictionary,
        received_ms,
        batch.of(thing),
        this.#watched,
      );
      for (const frame of parsed.frames)
        batch.frames.push(Object.assign(frame, { thing, devid, received_ms }));
      for (const [reason, about] of parsed.rejects) {
        const named = about.filter(Boolean).join(', ');
        this.#reject(batch, devid, payload, named ? `${reason}: ${named}` : reason, received_ms);
      }
    }
    const taken = batch.points - before;
    await this.#committed(batch, received_ms);
    return taken;
  }

  /**
   * Keeps a message of any kind that its taker could not read, with the reason and within the limit that the
   * device's telemetry has too; resolves when it is committed.
   */
  async reject(devid: string, kind: TopicKind, payload: Buffer): Promise<void> {
    if (this.#stopping) throw new Error('ingest is stopping');
    const received_ms = this.#o.clock().getTime();
    const reason: RejectReason = decodePayload(payload) === undefined ? 'not_json' : 'bad_message';
    this.#reject(this.#current, devid, payload, reason, received_ms, kind);
    await this.#committed(this.#current, received_ms);
  }

  /** Sees to it that the batch goes out, and waits for its commit. */
  async #committed(batch: Batch, received_ms: number): Promise<void> {
    batch.oldest_ms ??= received_ms;
    this.#schedule();
    metrics.pendingMessages.inc();
    try {
      await batch.done;
    } finally {
      metrics.pendingMessages.dec();
    }
  }

  #reject(
    batch: Batch,
    devid: string,
    payload: Buffer,
    text: string,
    received_ms: number,
    kind: TopicKind = 'telemetry',
  ): void {
    const [reason = text] = text.split(':', 1);
    metrics.rejects.inc({ reason });
    // One broken device must not fill the disk: beyond the limit its rejects are only counted.
    if (!this.#rejectLimit.allows(devid, received_ms)) return;
    const row: RejectRow = {
      received_ms,
      devid,
      topic: topicOf(devid, kind),
      reason: text.slice(0, 500),
      payload: payload.toString('utf8', 0, STORED_PAYLOAD_CHARS),
    };
    batch.rejects.push(row);
  }

  #newBatch(): Batch {
    return new Batch(this.#batchPoints + 16_384);
  }

  #schedule(): void {
    if (this.#current.points >= this.#batchPoints) this.#send();
    else this.#timer ??= setTimeout(() => this.#send(), this.#batchMs);
  }

  /** Lets the current batch go, or notes that it is due. */
  #send(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#due = true;
    if (this.#inFlight.size >= IN_FLIGHT) return;
    this.#due = false;
    const batch = this.#current;
    this.#current = this.#newBatch();
    this.#room?.resolve();
    this.#room = null;
    this.#inFlight.add(batch);
    void this.#commit(batch).finally(() => {
      this.#inFlight.delete(batch);
      if (this.#due) this.#send();
    });
  }

  async #commit(batch: Batch): Promise<void> {
    const pointBlock = batch.points > 0 ? batch.pointBlock() : null;
    const frameBlock = batch.frames.length > 0 ? batch.frameBlock() : null;
    const end = metrics.commitSeconds.startTimer();
    let wait_ms = RETRY_MS.first;
    for (;;) {
      try {
        // Points before frames: a frame that is there has its points.
        if (pointBlock) await this.#o.clickhouse.insertNative('points', pointColumns, pointBlock);
        if (frameBlock) await this.#o.clickhouse.insertNative('frames', frameColumns, frameBlock);
        if (batch.rejects.length > 0) await insertRejects(this.#o.clickhouse, batch.rejects);
        break;
      } catch (err) {
        if (this.#stopped.signal.aborted) {
          batch.settle.reject(err);
          return;
        }
        metrics.retries.inc();
        this.#o.log.warn({ err, points: batch.points }, 'a batch was not committed; trying again');
        await sleep(wait_ms, undefined, { signal: this.#stopped.signal }).catch(() => {});
        wait_ms = Math.min(wait_ms * 2, RETRY_MS.most);
      }
    }
    end();
    metrics.frames.inc(batch.frames.length);
    metrics.points.inc(batch.points);
    batch.settle.resolve();
    for (const listener of this.#listeners) {
      try {
        listener(batch.frames);
      } catch (err) {
        this.#o.log.error({ err }, 'a listener of committed frames failed');
      }
    }
  }

  /** Writes what is there, waits for it, and refuses the rest: what is not acknowledged is sent again. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#room?.resolve();
    this.#room = null;
    const giveUp = setTimeout(() => this.#stopped.abort(), STOP_WAIT_MS);
    if (this.#current.oldest_ms !== null) this.#send();
    while (this.#inFlight.size > 0) {
      await Promise.allSettled([...this.#inFlight].map((b) => b.done));
      await new Promise((resolve) => setImmediate(resolve));
    }
    clearTimeout(giveUp);
    if (this.#timer) clearTimeout(this.#timer);
  }
}
