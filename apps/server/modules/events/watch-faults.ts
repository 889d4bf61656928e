import type { LiveEvents } from '@voltloop/contract';
import type { Services } from '../../platform/services.ts';
import type { Telemetry } from '../telemetry/index.ts';
import { type Change, type FaultFrame, KnownFaults } from './known-faults.ts';
import { clearEvents, type EventNews, knownFaults, raiseEvents } from './store.ts';
import { tell } from './tell.ts';

/** What is known of a thing is asked for again after so long, in case another node's news was lost. */
const TRUST_MS = 10 * 60_000;
const RETRY_MS = 1000;
/** Things, or changes, in one statement. */
const CHUNK = 500;
/** Frames of things that are not known yet, and changes not written yet, kept while the database is away. */
const MAX_WAITING = 20_000;

/**
 * Turns fault bits of committed frames into events. Frames are looked at in memory as they come; only what
 * changes goes to the database, in order, by one writer.
 */
export class FaultWatch {
  readonly #services: Services;
  readonly #telemetry: Pick<Telemetry, 'refreshStatus'>;
  readonly #known = new Map<string, KnownFaults>();
  #unknown: FaultFrame[] = [];
  #unknownDevids = new Set<string>();
  #changes: Change[] = [];
  #working: Promise<void> | null = null;
  #retry: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(services: Services, telemetry: Pick<Telemetry, 'refreshStatus'>) {
    this.#services = services;
    this.#telemetry = telemetry;
  }

  /** Frames that were committed just now, in the order in which they were. */
  see(frames: readonly FaultFrame[]): void {
    const now_ms = this.#services.clock().getTime();
    for (const frame of frames) {
      const known = this.#known.get(frame.devid);
      const isKnown = known && known.thingId === frame.thing.id && now_ms - known.loaded_ms < TRUST_MS;
      if (isKnown && !this.#unknownDevids.has(frame.devid)) this.#changes.push(...known.see(frame));
      else if (frame.quality === 0) this.#keep(frame);
    }
    this.#work();
  }

  /** Another part or node has changed an event: what is known of its thing may be wrong. */
  hear(news: LiveEvents['event']): void {
    const known = this.#known.get(news.devid);
    if (known && known.isActive(news.code) !== (news.state === 1)) this.#known.delete(news.devid);
  }

  /** Resolves when everything seen so far is written. */
  async settled(): Promise<void> {
    while (this.#working) await this.#working;
  }

  async stop(): Promise<void> {
    await this.settled();
    this.#stopped = true;
    clearTimeout(this.#retry);
  }

  #keep(frame: FaultFrame): void {
    this.#unknownDevids.add(frame.devid);
    this.#unknown.push(frame);
    // The database is away for long: the oldest are dropped; bits that are still set come with the next frame.
    if (this.#unknown.length > MAX_WAITING) this.#unknown.splice(0, MAX_WAITING / 10);
  }

  #work(): void {
    if (this.#working || this.#retry || this.#stopped) return;
    if (this.#unknown.length === 0 && this.#changes.length === 0) return;
    this.#working = this.#drain()
      .catch((err: unknown) => {
        this.#services.log.warn({ err }, 'fault events were not written; trying again');
        if (isRefused(err)) this.#drop(CHUNK);
        else if (this.#changes.length > MAX_WAITING) this.#drop(this.#changes.length);
        this.#retry = setTimeout(() => {
          this.#retry = undefined;
          this.#work();
        }, RETRY_MS);
      })
      .finally(() => {
        this.#working = null;
      });
  }

  async #drain(): Promise<void> {
    while (this.#unknown.length > 0 || this.#changes.length > 0) {
      if (this.#changes.length > 0) await this.#write();
      else await this.#load();
    }
  }

  /** Asks for things seen for the first time, then looks at their waiting frames. */
  async #load(): Promise<void> {
    const waiting = new Set<string>();
    for (const frame of this.#unknown) {
      if (waiting.size === CHUNK) break;
      waiting.add(frame.devid);
    }
    const ids = new Set(this.#unknown.filter((f) => waiting.has(f.devid)).map((f) => f.thing.id));
    const facts = await knownFaults(this.#services.db, [...ids]);
    const now_ms = this.#services.clock().getTime();
    const frames = this.#unknown.filter((f) => waiting.has(f.devid));
    this.#unknown = this.#unknown.filter((f) => !waiting.has(f.devid));
    for (const devid of waiting) {
      this.#unknownDevids.delete(devid);
      this.#known.delete(devid);
    }
    for (const frame of frames) {
      let known = this.#known.get(frame.devid);
      if (!known || known.thingId !== frame.thing.id) {
        const fact = facts.get(frame.thing.id) ?? { active: [], since_ms: 0 };
        known = new KnownFaults(frame.thing.id, fact.active, fact.since_ms, now_ms);
        this.#known.set(frame.devid, known);
      }
      this.#changes.push(...known.see(frame));
    }
  }

  /** Writes the first changes: as many as touch each event once, so that their order is kept. */
  async #write(): Promise<void> {
    const changes: Change[] = [];
    const touched = new Set<string>();
    for (const change of this.#changes) {
      const key = `${change.thingId} ${change.kind.code}`;
      if (changes.length === CHUNK || touched.has(key)) break;
      touched.add(key);
      changes.push(change);
    }
    const news = await this.#services.db.transaction().execute(async (trx) => {
      const raises = changes.filter((c) => c.what === 'raise');
      const clears = changes.filter((c) => c.what === 'clear');
      return [
        ...(await clearEvents(
          trx,
          clears.map((c) => ({ ...c, end_ms: c.time_ms })),
        )),
        ...(await raiseEvents(
          trx,
          raises.map((c) => ({ ...c, begin_ms: c.time_ms })),
        )),
      ];
    });
    this.#changes.splice(0, changes.length);
    this.#forgetUnwritten(changes, news);
    await tell(this.#services, this.#telemetry, news);
  }

  /** A change that the database did not take means that it knows better: it is asked again with the next frame. */
  #forgetUnwritten(changes: readonly Change[], news: readonly EventNews[]): void {
    const written = new Set(news.map((n) => `${n.thing_id} ${n.code}`));
    for (const { thingId, devid, kind } of changes) {
      if (!written.has(`${thingId} ${kind.code}`)) this.#known.delete(devid);
    }
  }

  /** Gives up the first changes; their things are asked for again with their next frames. */
  #drop(count: number): void {
    const dropped = this.#changes.splice(0, count);
    for (const { devid } of dropped) this.#known.delete(devid);
    this.#services.log.warn({ changes: dropped.length }, 'fault events were dropped');
  }
}

/** Errors that trying again does not mend: PostgreSQL's classes 22 (data) and 23 (integrity). */
function isRefused(err: unknown): boolean {
  return /^2[23]/.test((err as { code?: string }).code ?? '');
}
