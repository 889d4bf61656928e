import { VALUE_LIMIT } from '@voltloop/protocol';
import { clearKind, KnownRules, noRules, type Reading } from './known-rules.ts';
import type { Rule, RuleState } from './rule-engine.ts';
import { bitFields, type EventKind, packsOf, readFaults, streamOf } from './rules.ts';

/** An event to begin or end. Times are device times, epoch ms; those of silence are the server's. */
export interface EventChange {
  what: 'raise' | 'clear';
  thingId: string;
  devid: string;
  kind: EventKind;
  time_ms: number;
  /** The rule that raises it, and the reading that caused it. */
  rule?: Rule;
  value?: number;
}

/** A rule's state for a thing that must survive this process; null when the rule is idle again. */
export interface StateChange {
  what: 'keep';
  thingId: string;
  devid: string;
  rule: Rule;
  pack: number;
  state: RuleState | null;
}

/** The changes to store. */
export type Change = EventChange | StateChange;

/** The part of a committed frame that concerns events. */
export interface FaultFrame {
  thing: { id: string };
  devid: string;
  time_ms: number;
  received_ms: number;
  quality: 0 | 1;
  data: Readonly<Record<string, number>>;
  packs: readonly unknown[];
}

/** An active event of a thing: its code, and the rule that raised it if one did. */
export interface ActiveEvent {
  code: string;
  rule_id: string | null;
}

/**
 * The active events of one thing as known to this process, and the device time of the newest frame of each stream. Pure:
 * it returns the changes; the caller stores them.
 */
export class KnownFaults {
  readonly thingId: string;
  readonly loaded_ms: number;
  readonly #active: Map<string, string | null>;
  readonly #newest_ms = new Map<string, number>();
  readonly #since_ms: number;
  readonly #rules: KnownRules;

  /**
   * @param active The thing's active events.
   * @param since_ms Device time of the newest earlier frame; frames older than that are late.
   */
  constructor(
    thingId: string,
    active: Iterable<ActiveEvent>,
    since_ms: number,
    loaded_ms: number,
    rules = new KnownRules(noRules, [], 0),
  ) {
    this.thingId = thingId;
    this.loaded_ms = loaded_ms;
    this.#active = new Map([...active].map((event) => [event.code, event.rule_id]));
    this.#since_ms = since_ms;
    this.#rules = rules;
  }

  isActive(code: string): boolean {
    return this.#active.has(code);
  }

  /**
   * The changes by a frame: a set bit without an active event raises one, a clear bit with one ends it, and likewise for
   * readings beyond a rule's threshold. Back-fill and frames older than the known state change nothing.
   */
  update(frame: FaultFrame): Change[] {
    if (frame.quality === 1) return [];
    const changes: Change[] = [];
    const { thingId } = this;
    const { devid } = frame;
    const change = (
      what: EventChange['what'],
      kind: EventKind,
      time_ms: number,
      by?: { rule: Rule; value: number },
    ) => {
      if (what === 'raise') this.#active.set(kind.code, by?.rule.id ?? null);
      else this.#active.delete(kind.code);
      changes.push({ what, thingId, devid, kind, time_ms, ...by });
    };
    // A fast clock counts as the time of receipt, as for the last known state.
    const time_ms = Math.min(frame.time_ms, frame.received_ms);
    const seen = new Map<string, boolean>();
    const isFresh = (stream: string): boolean => {
      let fresh = seen.get(stream);
      if (fresh === undefined) {
        fresh = this.#advance(stream, time_ms);
        seen.set(stream, fresh);
      }
      return fresh;
    };
    for (const field of bitFields(frame)) {
      if (!isFresh(streamOf(field))) continue;
      if (field.bits === 0 && this.#active.size === 0) continue;
      for (const { kind, isSet } of readFaults(field)) {
        if (isSet !== this.#active.has(kind.code)) change(isSet ? 'raise' : 'clear', kind, time_ms);
      }
    }
    this.#endOrphans(time_ms, change);
    for (const reading of readings(frame, this.#rules.points)) {
      if (!isFresh(streamOf(reading))) continue;
      const activeRule = (code: string) => this.#active.get(code) ?? undefined;
      for (const found of this.#rules.update(reading, time_ms, activeRule)) {
        if (found.what === 'keep') changes.push({ ...found, thingId, devid });
        else if (found.what === 'clear') change('clear', found.kind, time_ms);
        else change('raise', found.kind, time_ms, found);
      }
    }
    return changes;
  }

  /** Ends events of rules that no longer apply to the thing: deleted, or of an account that it left. */
  #endOrphans(time_ms: number, change: (what: 'clear', kind: EventKind, time_ms: number) => void): void {
    for (const [code, ruleId] of this.#active) {
      if (ruleId !== null && !this.#rules.follows(ruleId)) change('clear', clearKind(code), time_ms);
    }
  }

  /** Whether a frame is not older than the newest of its stream; if so, it becomes the newest. */
  #advance(stream: string, time_ms: number): boolean {
    if (time_ms < (this.#newest_ms.get(stream) ?? this.#since_ms)) return false;
    this.#newest_ms.set(stream, time_ms);
    return true;
  }
}

/** The readings of some points in a frame. */
function* readings(frame: FaultFrame, points: Iterable<string>): Generator<Reading> {
  const packs = packsOf(frame.packs);
  for (const point of points) {
    const value = frame.data[point];
    if (value !== undefined) yield { point, pack: 0, value };
    for (const { no, values } of packs) {
      const value = values[point];
      if (typeof value === 'number' && Math.abs(value) <= VALUE_LIMIT) yield { point, pack: no, value };
    }
  }
}
