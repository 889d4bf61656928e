import { DAY_MS } from '@voltloop/protocol/read-frames.ts';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import type { ClickHouse, ColumnQuery } from '../../../platform/clickhouse.ts';
import type { CommittedFrame } from './batch.ts';
import { rawSeries, rolledUp } from './queries.ts';

/** A frame received this long after its device time is late: it changes closed ranges. */
const LATE_MS = 3_600_000;
/** A range is closed this long after its end: frames still in transit then are stored, or count as late. */
const CLOSED_MS = 2 * LATE_MS;
/** Readings and quarter-hours do not depend on each other, so a range can be read in two pieces. */
const DIVISIBLE: ReadonlySet<string> = new Set([rawSeries.name, rolledUp.name]);
const CLOSED_BYTES = 64 * 2 ** 20;
const CLOSED_TTL_MS = 10 * 60_000;
const NEWEST_VALUES = 500_000;
/** A reading of a fast clock becomes current without a new frame: entries expire after this. */
const NEWEST_TTL_MS = 60_000;

export interface NewestValue {
  point: number;
  part: number;
  time_ms: number;
  value: number;
}

interface Newest {
  /** When the thing last sent a message, according to PostgreSQL at the time of reading. */
  received_ms: number | null;
  values: readonly NewestValue[] | null;
}

interface Answers {
  bytes: number;
  byQuery: Map<string, number[][]>;
}

/**
 * An in-memory cache of ClickHouse answers: closed ranges of one thing, until a late frame of the thing arrives, and the
 * newest value of each point, until a new message of the thing. Frames that this process commits invalidate entries
 * before they are acknowledged; other nodes send a notice of late ones.
 */
export class HistoryCache {
  readonly #clock: () => Date;
  readonly #listening: () => boolean;
  readonly #closed = new LRUCache<number, Answers>({
    maxSize: CLOSED_BYTES,
    ttl: CLOSED_TTL_MS,
    sizeCalculation: ({ bytes }) => bytes,
  });
  readonly #newest = new LRUCache<number, Newest>({
    maxSize: NEWEST_VALUES,
    ttl: NEWEST_TTL_MS,
    sizeCalculation: ({ values }) => 1 + (values?.length ?? 0),
  });

  /** @param listening Whether notices of other nodes arrive; otherwise the cache is bypassed. */
  constructor(clock: () => Date, listening: () => boolean) {
    this.#clock = clock;
    this.#listening = listening;
  }

  /** Invalidates what these frames change. Returns the keys of the things with late ones. */
  committed(frames: readonly CommittedFrame[]): Set<number> {
    const late = new Set<number>();
    for (const { thing, time_ms, received_ms } of frames) {
      this.#newest.delete(thing.key);
      if (received_ms - time_ms > LATE_MS) late.add(thing.key);
    }
    for (const key of late) this.#closed.delete(key);
    return late;
  }

  invalidate(key: number): void {
    this.#closed.delete(key);
    this.#newest.delete(key);
  }

  invalidateAll(): void {
    this.#closed.clear();
    this.#newest.clear();
  }

  /** The same store with a cache of columnar answers about closed ranges of a single thing. */
  over(clickhouse: ClickHouse): ClickHouse {
    return {
      ...clickhouse,
      queryColumns: (query, params) => this.#query(clickhouse, query, params),
    };
  }

  /**
   * The newest values of a thing, read again only after a new message.
   * @param received_ms Time of its last message according to PostgreSQL
   * @param read Reads them from ClickHouse
   */
  async newest(
    key: number,
    received_ms: number | null,
    read: () => Promise<readonly NewestValue[]>,
  ): Promise<readonly NewestValue[]> {
    if (!this.#listening()) return read();
    const known = this.#newest.get(key);
    if (known?.values && known.received_ms === received_ms) return known.values;
    // A commit during the query removes the mark, and the answer is not cached.
    const mark: Newest = { received_ms, values: null };
    this.#newest.set(key, mark);
    const values = await read();
    if (this.#newest.peek(key) === mark) this.#newest.set(key, { received_ms, values });
    return values;
  }

  async #query<Columns extends z.ZodTuple>(
    clickhouse: ClickHouse,
    query: ColumnQuery<Columns>,
    params: Record<string, unknown> = {},
  ): Promise<z.output<Columns>> {
    const { from, to } = params;
    const key = keyOf(params);
    if (key === null || typeof from !== 'number' || typeof to !== 'number' || !this.#listening())
      return clickhouse.queryColumns(query, params);
    const closed_ms = this.#clock().getTime() - CLOSED_MS;
    if (to <= closed_ms) return this.#queryClosed(clickhouse, key, query, params);
    const day_ms = Math.floor(closed_ms / DAY_MS) * DAY_MS;
    if (!DIVISIBLE.has(query.name) || from >= day_ms) return clickhouse.queryColumns(query, params);
    const [before, after] = await Promise.all([
      this.#queryClosed(clickhouse, key, query, { ...params, to: day_ms }),
      clickhouse.queryColumns(query, { ...params, from: day_ms }),
    ]);
    const tail = after as number[][];
    return (before as number[][]).map((column, i) => column.concat(tail[i] ?? [])) as z.output<Columns>;
  }

  async #queryClosed<Columns extends z.ZodTuple>(
    clickhouse: ClickHouse,
    key: number,
    query: ColumnQuery<Columns>,
    params: Record<string, unknown>,
  ): Promise<z.output<Columns>> {
    const answers = this.#closed.get(key) ?? { bytes: 1, byQuery: new Map<string, number[][]>() };
    if (answers.byQuery.size === 0) this.#closed.set(key, answers);
    const name = `${query.name} ${JSON.stringify(params)}`;
    const known = answers.byQuery.get(name);
    if (known) return known as z.output<Columns>;
    const columns = await clickhouse.queryColumns(query, params);
    // A late frame committed meanwhile has invalidated these answers.
    if (this.#closed.peek(key) === answers) {
      answers.byQuery.set(name, columns as number[][]);
      answers.bytes += name.length + 8 * (columns as number[][]).reduce((sum, { length }) => sum + length, 0);
      this.#closed.set(key, answers);
    }
    return columns;
  }
}

/** The only thing of a query; null for several. */
function keyOf({ thing, things }: Record<string, unknown>): number | null {
  if (typeof thing === 'number') return thing;
  return Array.isArray(things) && things.length === 1 ? (things[0] as number) : null;
}
