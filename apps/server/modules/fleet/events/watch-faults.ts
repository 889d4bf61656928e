import { randomUUID } from 'node:crypto';
import type { LiveEvents } from '@voltloop/contract';
import { notify } from '../../../platform/notices.ts';
import type { Services } from '../../../platform/services.ts';
import { isContentError } from '../../../platform/store-errors.ts';
import { writeInParts } from '../../../platform/write-in-parts.ts';
import type { Telemetry } from '../telemetry/index.ts';
import {
  type Change,
  type EventChange,
  type FaultFrame,
  KnownFaults,
  type StateChange,
} from './known-faults.ts';
import { KnownRules, noRules, RuleSet } from './known-rules.ts';
import { publishEventChanges } from './publish-changes.ts';
import { FLAP_MS } from './rules.ts';
import {
  clearEvents,
  type EventNews,
  type KnownFacts,
  knownFaults,
  lockThingEvents,
  raiseEvents,
} from './store.ts';
import { lockRules, type RuleFacts, ruleFacts, saveStates } from './store-rules.ts';

/** The cached state of a thing is read again after this time, in case a notice of another node was lost. */
const MAX_AGE_MS = 10 * 60_000;
const RETRY_MS = 1000;
/** Things, or changes, in one statement. */
const CHUNK = 500;
/** Limit of devids in one notice: its payload is limited to 8,000 bytes. */
const DEVIDS_PER_NOTICE = 50;
/** Limits of frames of things that are not loaded yet, and of unwritten changes, while the database is unreachable. */
const MAX_WAITING = 20_000;

type WatchServices = Pick<Services, 'db' | 'bus' | 'log' | 'clock'>;

/**
 * Turns fault bits of committed frames, and readings beyond the thresholds of rules, into events. Frames are evaluated
 * in memory as they arrive; only changes go to the database, in order, by one writer.
 */
export class FaultWatch {
  readonly #services: WatchServices;
  readonly #telemetry: Pick<Telemetry, 'refreshStatus'>;
  readonly #known = new Map<string, KnownFaults>();
  #unknown: FaultFrame[] = [];
  #unknownDevids = new Set<string>();
  #changes: Change[] = [];
  #working: Promise<void> | null = null;
  #retry: NodeJS.Timeout | undefined;
  #stopped = false;
  /** Incremented when rules change: earlier answers are discarded. */
  #round = 0;
  readonly #node = randomUUID();

  constructor(services: WatchServices, telemetry: Pick<Telemetry, 'refreshStatus'>) {
    this.#services = services;
    this.#telemetry = telemetry;
  }

  /** Frames that were just committed, in the order of commits. */
  update(frames: readonly FaultFrame[]): void {
    const now_ms = this.#services.clock().getTime();
    for (const frame of frames) {
      const known = this.#known.get(frame.devid);
      const isKnown = known && known.thingId === frame.thing.id && now_ms - known.loaded_ms < MAX_AGE_MS;
      if (isKnown && !this.#unknownDevids.has(frame.devid)) this.#changes.push(...known.update(frame));
      else if (frame.quality === 0) this.#keep(frame);
    }
    this.#work();
  }

  /** Another module or node has changed an event: the cached state of its thing may be stale. */
  onEvent(news: LiveEvents['event']): void {
    const known = this.#known.get(news.devid);
    if (known && known.isActive(news.code) !== (news.state === 1)) this.#known.delete(news.devid);
  }

  /**
   * A notice of another node, or of a change of rules: `rules` or `states:<node>:<devid>,…`. The rules of a thing and
   * their states are loaded again with its next frame.
   */
  onNotice(notice: string): void {
    const [what, node, devids = ''] = notice.split(':', 3);
    if (what !== 'states') {
      this.#round++;
      this.#known.clear();
    } else if (node !== this.#node) {
      for (const devid of devids.split(',')) this.#known.delete(devid);
    }
  }

  /** Resolves when everything received so far is written. */
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
    // The database has been unreachable for long: the oldest are dropped; bits that are still set arrive with the next
    // frame.
    if (this.#unknown.length > MAX_WAITING) this.#unknown.splice(0, MAX_WAITING / 10);
  }

  #work(): void {
    if (this.#working || this.#retry || this.#stopped) return;
    if (this.#unknown.length === 0 && this.#changes.length === 0) return;
    this.#working = this.#drain()
      .catch((err: unknown) => {
        this.#services.log.warn({ err }, 'fault events were not written; retrying');
        if (this.#changes.length > MAX_WAITING) this.#drop(this.#changes.length);
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

  /** Loads the state of new things, then evaluates their waiting frames. */
  async #load(): Promise<void> {
    const waiting = new Set<string>();
    for (const frame of this.#unknown) {
      if (waiting.size === CHUNK) break;
      waiting.add(frame.devid);
    }
    const ids = new Set(this.#unknown.filter((f) => waiting.has(f.devid)).map((f) => f.thing.id));
    const round = this.#round;
    const [facts, rules] = await Promise.all([
      knownFaults(this.#services.db, [...ids]),
      ruleFacts(this.#services.db, [...ids]),
    ]);
    // Rules changed while they were read: read them again.
    if (round !== this.#round) return;
    const now_ms = this.#services.clock().getTime();
    const frames = this.#unknown.filter((f) => waiting.has(f.devid));
    this.#unknown = this.#unknown.filter((f) => !waiting.has(f.devid));
    for (const devid of waiting) {
      this.#unknownDevids.delete(devid);
      this.#known.delete(devid);
    }
    const sets = new Map<string, RuleSet>();
    for (const frame of frames) {
      let known = this.#known.get(frame.devid);
      if (!known || known.thingId !== frame.thing.id) {
        known = knownOf(frame.thing.id, facts.get(frame.thing.id), rules, sets, now_ms);
        this.#known.set(frame.devid, known);
      }
      this.#changes.push(...known.update(frame));
    }
  }

  /** Writes the first changes: as many as touch each event once, so that their order is kept. */
  async #write(): Promise<void> {
    const changes: Change[] = [];
    const touched = new Set<string>();
    for (const change of this.#changes) {
      const key = keyOf(change);
      if (changes.length === CHUNK || touched.has(key)) break;
      touched.add(key);
      changes.push(change);
    }
    const left = new Set(changes);
    try {
      await writeInParts(changes.length, {
        isRefused: isContentError,
        write: async ({ from, to }) => {
          const part = changes.slice(from, to);
          await this.#writePart(part);
          for (const change of part) left.delete(change);
        },
        quarantine: async (i, err) => {
          const change = changes[i];
          if (!change) return;
          left.delete(change);
          this.#known.delete(change.devid);
          this.#services.log.warn(
            { err, devid: change.devid },
            'a fault event was refused by the database; it is dropped',
          );
        },
        // The next round retries.
        pause: (error) => Promise.reject(error),
      });
    } finally {
      this.#changes.splice(0, changes.length, ...left);
    }
  }

  async #writePart(changes: readonly Change[]): Promise<void> {
    const { news, refused } = await this.#services.db.transaction().execute(async (trx) => {
      const held = await lockRules(
        trx,
        changes.flatMap((c) => (c.rule ? [c.rule] : [])),
      );
      const stands = (c: Change) => c.rule === undefined || held.has(c.rule.id);
      const events = changes.filter((c): c is EventChange => c.what !== 'keep' && stands(c));
      const states = changes.filter((c): c is StateChange => c.what === 'keep' && stands(c));
      if (events.length > 1)
        await lockThingEvents(
          trx,
          events.map((c) => c.thingId),
        );
      const clears = events.filter((c) => c.what === 'clear').map((c) => ({ ...c, end_ms: c.time_ms }));
      const raises = events.filter((c) => c.what === 'raise').map(raiseOf);
      const news = [
        ...(await clearEvents(trx, clears)),
        ...(await raiseEvents(trx, raises, { reopen_ms: FLAP_MS })),
      ];
      await saveStates(trx, states);
      const devids = [...new Set(states.map((c) => c.devid))];
      for (let i = 0; i < devids.length; i += DEVIDS_PER_NOTICE) {
        const some = devids.slice(i, i + DEVIDS_PER_NOTICE).join(',');
        await notify(trx, 'voltloop_rules', `states:${this.#node}:${some}`);
      }
      return { news, refused: changes.filter((c) => !stands(c)) };
    });
    for (const { devid } of refused) this.#known.delete(devid);
    this.#forgetUnwritten(changes, news);
    await publishEventChanges(this.#services, this.#telemetry, news);
  }

  /** A change that the database rejected shows that the cached state is stale: it is read again with the next frame. */
  #forgetUnwritten(changes: readonly Change[], news: readonly EventNews[]): void {
    const written = new Set(news.map((n) => `${n.thing_id} ${n.code}`));
    for (const change of changes) {
      if (change.what !== 'keep' && !written.has(keyOf(change))) this.#known.delete(change.devid);
    }
  }

  /** Drops the first changes; their things are read again with their next frames. */
  #drop(count: number): void {
    const dropped = this.#changes.splice(0, count);
    for (const { devid } of dropped) this.#known.delete(devid);
    this.#services.log.warn({ changes: dropped.length }, 'fault events were dropped');
  }
}

/** The event or state that a change touches; changes of the same one are written one after the other. */
const keyOf = (change: Change): string =>
  change.what === 'keep'
    ? `${change.thingId} ${change.rule.id} ${change.pack}`
    : `${change.thingId} ${change.kind.code}`;

const raiseOf = ({ rule, value, ...change }: EventChange) => ({
  ...change,
  begin_ms: change.time_ms,
  value: value ?? null,
  threshold: rule?.threshold ?? null,
  ruleId: rule?.id ?? null,
});

/** The state of a thing from its database rows; things with the same rules share a set. */
function knownOf(
  thingId: string,
  { active, since_ms }: KnownFacts = { active: [], since_ms: 0 },
  rules: RuleFacts,
  sets: Map<string, RuleSet>,
  now_ms: number,
): KnownFaults {
  const ids = rules.follows.get(thingId) ?? [];
  const key = ids.join();
  let set = ids.length === 0 ? noRules : sets.get(key);
  if (!set) {
    set = new RuleSet(ids.flatMap((id) => rules.rules.get(id) ?? []));
    sets.set(key, set);
  }
  const known = new KnownRules(set, rules.states.get(thingId) ?? [], since_ms);
  return new KnownFaults(thingId, active, since_ms, now_ms, known);
}
