import { setTimeout as sleep } from 'node:timers/promises';
import { topicOf } from '@voltloop/protocol';
import { decodeMessage } from '@voltloop/protocol/decode-message.ts';
import type { Dictionary } from '@voltloop/protocol/dictionary.ts';
import { readFrames } from '@voltloop/protocol/read-frames.ts';
import { cutText } from '@voltloop/protocol/text.ts';
import type { Logger } from 'pino';
import type { ClickHouse } from '../../../platform/clickhouse.ts';
import { NotAccepting } from '../../../platform/not-accepting.ts';
import { isContentError, isOutage } from '../../../platform/store-errors.ts';
import { traced } from '../../../platform/tracing/spans.ts';
import { writeInParts } from '../../../platform/write-in-parts.ts';
import { type StuckCause, WriteProgress } from '../../../platform/write-progress.ts';
import type { DeviceRow, Things } from '../things/index.ts';
import { Batch, type CommittedFrame, frameColumns, pointColumns, type RejectRow } from './batch.ts';
import * as metrics from './metrics.ts';
import { RejectLimit } from './reject-limit.ts';
import { defaultPoints } from './state-rules.ts';
import { insertRejects } from './store.ts';

export interface IngestOptions {
  clickhouse: ClickHouse;
  things: Pick<Things, 'byDevid' | 'dictionary'>;
  log: Logger;
  clock: () => Date;
  /** The oldest accepted device time; the protocol's limit by default. */
  oldest?: (now_ms: number, thing: DeviceRow) => number;
  /** Number of points at which a batch is written immediately; a smaller one is written after `batchMs`. */
  batchPoints?: number;
  batchMs?: number;
  /** Whether unreadable content is stored among the rejects; true by default. */
  storesRejects?: boolean;
}

export type CommittedListener = (frames: readonly CommittedFrame[]) => void;

const BATCH_POINTS = 100_000;
const BATCH_MS = 200;
/** Limit of concurrent batches: the next one is sent while one is made durable. */
const IN_FLIGHT = 2;
/** Above this multiple of its size a waiting batch accepts no more messages; they wait unread. */
const OVERFULL = 2;
const RETRY_MS = { first: 100, most: 5000 };
const STOP_WAIT_MS = 15_000;
export const STORED_PAYLOAD_CHARS = 4000;
const STORED_REASON_CHARS = 500;
/** An error that means neither an outage nor bad content counts as bad content after this many tries. */
const UNCLEAR_TRIES = 6;

/**
 * Writes device messages to ClickHouse in batches; the promise of {@link accept} resolves when the batch of a message is
 * committed. While ClickHouse is unreachable a batch is retried until it is written: writing it twice changes no answer
 * (db/clickhouse/0001_telemetry.sql explains why). Content that ClickHouse refuses is isolated and quarantined among the
 * rejects, and the rest is written.
 */
export class Ingest {
  readonly #options: IngestOptions;
  readonly #batchPoints: number;
  readonly #batchMs: number;
  readonly #listeners: CommittedListener[] = [];
  readonly #inFlight = new Set<Batch>();
  readonly #rejectLimit = new RejectLimit();
  readonly #stopped = new AbortController();
  #current: Batch;
  #timer: NodeJS.Timeout | null = null;
  /** The current batch is due and waits for a slot. */
  #due = false;
  /** Resolves when an overfull batch was sent. */
  #capacityFreed: PromiseWithResolvers<void> | null = null;
  #stopping = false;
  /** Messages refused since the stop began. */
  #refused = 0;
  #carried: ReadonlySet<string> = defaultPoints;
  readonly #progress = new WriteProgress(() => this.oldestPending());

  constructor(options: IngestOptions) {
    this.#options = options;
    this.#batchPoints = options.batchPoints ?? BATCH_POINTS;
    this.#batchMs = options.batchMs ?? BATCH_MS;
    this.#current = this.#newBatch();
  }

  /** Calls `listener` with the frames of each batch after its commit, in the order of commits. */
  onCommitted(listener: CommittedListener): void {
    this.#listeners.push(listener);
  }

  /** Adds these points, by key, to the values of later frames. */
  watch(points: ReadonlySet<string>): void {
    this.#carried = new Set([...defaultPoints, ...points]);
  }

  /** Receive time of the oldest message that is not committed yet; null when there is none. */
  oldestPending(): number | null {
    const times = [...this.#inFlight, this.#current].map((b) => b.oldest_ms).filter((t) => t !== null);
    return times.length > 0 ? Math.min(...times) : null;
  }

  /** Why nothing is committed although messages wait; null while writing works. */
  stuck(): StuckCause | null {
    return this.#progress.stuck(this.#options.clock().getTime());
  }

  /**
   * Accepts one message of a device; resolves with the number of accepted points once everything is committed, including
   * rejects. An unreadable message is accepted: sending it again would not help.
   * @param message its content, if the caller has decoded it or has made a frame of it
   * @param topic of the device; by default that of telemetry
   */
  async accept(
    devid: string,
    payload: Buffer,
    message?: unknown,
    topic = topicOf(devid, 'telemetry'),
  ): Promise<number> {
    const { things } = this.#options;
    const thing = await things.byDevid(devid);
    const dictionary = thing && (await things.dictionary(thing.tenantId, thing.infoModelId));
    while (this.#current.points >= this.#batchPoints * OVERFULL && !this.#stopping) {
      this.#capacityFreed ??= Promise.withResolvers<void>();
      await this.#capacityFreed.promise;
    }
    if (this.#stopping) throw this.#refusal();
    const batch = this.#current;
    const received_ms = this.#options.clock().getTime();
    const frames = this.#add(
      batch,
      thing && dictionary ? { thing, dictionary } : null,
      devid,
      payload,
      { received_ms, topic },
      message,
    );
    this.#schedule(batch, received_ms);
    await batch.done;
    return frames.reduce((n, frame) => (batch.refused.has(frame) ? n : n + frame.points), 0);
  }

  /** Adds a message to a batch. Separate from `accept`, where its decoded content would stay in memory until the commit. */
  #add(
    batch: Batch,
    known: { thing: DeviceRow; dictionary: Dictionary } | null,
    devid: string,
    payload: Buffer,
    { received_ms, topic }: { received_ms: number; topic: string },
    decoded?: unknown,
  ): CommittedFrame[] {
    const frames: CommittedFrame[] = [];
    if (!known) {
      this.#reject(batch, devid, payload, 'unknown_device', received_ms, topic);
      return frames;
    }
    const { thing, dictionary } = known;
    const oldest_ms = this.#options.oldest?.(received_ms, thing);
    const message = decoded ?? decodeMessage(payload);
    const parsed = readFrames(message, dictionary, received_ms, batch.of(thing), this.#carried, oldest_ms);
    for (const frame of parsed.frames)
      frames.push(Object.assign(frame, { thing, devid, received_ms, payload }));
    batch.frames.push(...frames);
    for (const [reason, about] of parsed.rejects) {
      const named = [...about]
        .filter(([text]) => text !== '')
        .map(([text, times]) => (times > 1 ? `${text} × ${times}` : text))
        .join(', ');
      this.#reject(batch, devid, payload, named ? `${reason}: ${named}` : reason, received_ms, topic);
    }
    return frames;
  }

  /**
   * Stores a message of any kind that its handler could not read (because of `field`) or that a store refused (`refusal`),
   * with the reason and within the reject limit of the device; resolves when it is committed.
   */
  async reject(
    devid: string,
    topic: string,
    payload: Buffer,
    { refusal, field = '' }: { refusal?: unknown; field?: string } = {},
  ): Promise<void> {
    if (this.#stopping) throw this.#refusal();
    const received_ms = this.#options.clock().getTime();
    const bad = field ? `bad_message: ${field}` : 'bad_message';
    const unreadable = decodeMessage(payload) === undefined ? 'not_json' : bad;
    const reason = refusal === undefined ? unreadable : refusalText(refusal);
    const batch = this.#current;
    this.#reject(batch, devid, payload, reason, received_ms, topic);
    this.#schedule(batch, received_ms);
    await batch.done;
  }

  /** Stores a message among the rejects with reasons of its own, as {@link reject}. */
  async rejectFor(devid: string, topic: string, payload: Buffer, reasons: readonly string[]): Promise<void> {
    if (this.#stopping) throw this.#refusal();
    const received_ms = this.#options.clock().getTime();
    const batch = this.#current;
    for (const reason of reasons) this.#reject(batch, devid, payload, reason, received_ms, topic);
    this.#schedule(batch, received_ms);
    await batch.done;
  }

  #reject(
    batch: Batch,
    devid: string,
    payload: Buffer,
    text: string,
    received_ms: number,
    topic: string,
  ): void {
    const row = this.#rejectRow(devid, payload, text, received_ms, topic);
    if (row) batch.rejects.push(row);
  }

  /** Counts a reject; null when the device has reached its limit: one broken device must not fill the disk. */
  #rejectRow(
    devid: string,
    payload: Buffer,
    text: string,
    received_ms: number,
    topic: string,
  ): RejectRow | null {
    const [reason = text] = text.split(':', 1);
    if (this.#options.storesRejects === false) return null;
    metrics.rejects.inc({ reason });
    if (!this.#rejectLimit.allows(devid, received_ms)) return null;
    return {
      received_ms,
      devid,
      topic,
      reason: cutText(text, STORED_REASON_CHARS),
      payload: payload.toString('utf8', 0, STORED_PAYLOAD_CHARS),
    };
  }

  #newBatch(): Batch {
    return new Batch(this.#batchPoints + 16_384);
  }

  #schedule(batch: Batch, received_ms: number): void {
    batch.oldest_ms ??= received_ms;
    batch.messages++;
    metrics.pendingMessages.inc();
    if (batch.points >= this.#batchPoints) this.#send();
    else this.#timer ??= setTimeout(() => this.#send(), this.#batchMs);
  }

  /** Sends the current batch, or marks it as due. */
  #send(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#due = true;
    if (this.#inFlight.size >= IN_FLIGHT) return;
    this.#due = false;
    const batch = this.#current;
    this.#current = this.#newBatch();
    this.#capacityFreed?.resolve();
    this.#capacityFreed = null;
    this.#inFlight.add(batch);
    void this.#commit(batch).finally(() => {
      this.#inFlight.delete(batch);
      if (this.#due) this.#send();
    });
  }

  async #commit(batch: Batch): Promise<void> {
    const end = metrics.commitSeconds.startTimer();
    try {
      await this.#write(batch);
    } catch (err) {
      batch.settle.reject(err);
      return;
    } finally {
      metrics.pendingMessages.dec(batch.messages);
    }
    end();
    this.#progress.written(this.#options.clock().getTime());
    const taken = batch.refused.size === 0 ? batch.frames : batch.frames.filter((f) => !batch.refused.has(f));
    metrics.frames.inc(taken.length);
    metrics.points.inc(batch.points);
    batch.settle.resolve();
    for (const listener of this.#listeners) {
      try {
        listener(taken);
      } catch (err) {
        this.#options.log.error({ err }, 'a listener of committed frames failed');
      }
    }
  }

  /** One span per batch: one per frame would cost more than the frame. */
  #write(batch: Batch): Promise<void> {
    const { clickhouse, log } = this.#options;
    const attributes = {
      'voltloop.frames': batch.frames.length,
      'voltloop.points': batch.points,
      'voltloop.rejects': batch.rejects.length,
    };
    return traced('ingest.commit', { root: true, attributes }, async () => {
      // Points before frames: a stored frame has its points.
      await writeInParts(batch.frames.length, {
        ...this.#retryPolicy(batch),
        write: async (part) => {
          const points = batch.pointBlock(part);
          if (points) await clickhouse.insertNative('points', pointColumns, points);
          await clickhouse.insertNative('frames', frameColumns, batch.frameBlock(part));
        },
        quarantine: async (i, error) => {
          const frame = batch.frames[i];
          if (!frame) return;
          const { devid, payload, received_ms } = frame;
          log.warn({ err: error, devid }, 'ClickHouse refused a frame; it is stored among the rejects');
          batch.refused.add(frame);
          const row = this.#rejectRow(
            devid,
            payload,
            refusalText(error),
            received_ms,
            topicOf(devid, 'telemetry'),
          );
          if (row) await insertRejects(clickhouse, [row]);
        },
      });
      await writeInParts(batch.rejects.length, {
        ...this.#retryPolicy(batch),
        write: ({ from, to }) => insertRejects(clickhouse, batch.rejects.slice(from, to)),
        quarantine: async (i, error) => {
          const row = batch.rejects[i];
          log.error({ err: error, devid: row?.devid }, 'ClickHouse refused a reject; its text is dropped');
          if (row) await insertRejects(clickhouse, [{ ...row, reason: 'store_refused', payload: '' }]);
        },
      });
    });
  }

  /** How a batch waits while ClickHouse is unreachable, and which errors count as a refusal. */
  #retryPolicy(batch: Batch) {
    let wait_ms = RETRY_MS.first;
    let unclear = 0;
    return {
      isRefused: (error: unknown) => isContentError(error) || (!isOutage(error) && ++unclear > UNCLEAR_TRIES),
      pause: async (error: unknown) => {
        if (this.#stopped.signal.aborted) throw error;
        metrics.retries.inc();
        this.#progress.failed(error);
        this.#options.log.warn({ err: error, points: batch.points }, 'a batch was not committed; retrying');
        await sleep(wait_ms, undefined, { signal: this.#stopped.signal }).catch(() => {});
        wait_ms = Math.min(wait_ms * 2, RETRY_MS.most);
      },
    };
  }

  #refusal(): NotAccepting {
    this.#refused += 1;
    return new NotAccepting('ingest is stopping');
  }

  /** Writes received messages, waits for the commit, and refuses the rest: unacknowledged messages are sent again. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#capacityFreed?.resolve();
    this.#capacityFreed = null;
    const abortTimer = setTimeout(() => this.#stopped.abort(), STOP_WAIT_MS);
    if (this.#current.oldest_ms !== null) this.#send();
    while (this.#inFlight.size > 0) {
      await Promise.allSettled([...this.#inFlight].map((b) => b.done));
      await new Promise((resolve) => setImmediate(resolve));
    }
    clearTimeout(abortTimer);
    if (this.#timer) clearTimeout(this.#timer);
    if (this.#refused > 0)
      this.#options.log.info(
        { messages: this.#refused },
        'messages stay unacknowledged, because ingest stops',
      );
  }
}

/** The error of a refusing store as the reason of a reject. */
function refusalText(error: unknown): string {
  return `store_refused: ${error instanceof Error ? error.message : String(error)}`;
}
