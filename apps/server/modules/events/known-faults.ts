import { bitFields, type EventKind, offline, readFaults, streamOf } from './rules.ts';

/** What the database should be told. Times are device times, epoch ms; those of silence are the server's. */
export interface Change {
  what: 'raise' | 'clear';
  thingId: string;
  devid: string;
  kind: EventKind;
  time_ms: number;
}

/** A committed frame, as far as faults go. */
export interface FaultFrame {
  thing: { id: string };
  devid: string;
  time_ms: number;
  received_ms: number;
  quality: 0 | 1;
  data: Readonly<Record<string, number>>;
  packs: readonly unknown[];
}

/**
 * The active events of one thing as this process knows them, and up to which device time each of its streams is
 * known. Pure: it says what to change; whoever asks writes it down.
 */
export class KnownFaults {
  readonly thingId: string;
  readonly loaded_ms: number;
  readonly #active: Set<string>;
  readonly #newest_ms = new Map<string, number>();
  readonly #since_ms: number;

  /**
   * @param active Codes of the thing's active events.
   * @param since_ms Device time up to which the thing was known before; frames older than that are late.
   */
  constructor(thingId: string, active: Iterable<string>, since_ms: number, loaded_ms: number) {
    this.thingId = thingId;
    this.loaded_ms = loaded_ms;
    this.#active = new Set(active);
    this.#since_ms = since_ms;
  }

  isActive(code: string): boolean {
    return this.#active.has(code);
  }

  /**
   * What a frame changes: a set bit without an active event raises one, a clear bit with one ends it.
   * Back-fill and frames that are older than what is known change nothing.
   */
  see(frame: FaultFrame): Change[] {
    if (frame.quality === 1) return [];
    const changes: Change[] = [];
    const change = (what: Change['what'], kind: EventKind, time_ms: number) => {
      if (what === 'raise') this.#active.add(kind.code);
      else this.#active.delete(kind.code);
      changes.push({ what, thingId: this.thingId, devid: frame.devid, kind, time_ms });
    };
    if (this.#active.has(offline.code)) change('clear', offline, frame.received_ms);
    // A clock that runs ahead counts as of the moment of receipt, as it does for the last known state.
    const time_ms = Math.min(frame.time_ms, frame.received_ms);
    const fresh = new Map<string, boolean>();
    for (const field of bitFields(frame)) {
      const stream = streamOf(field);
      if (!fresh.has(stream)) fresh.set(stream, this.#advance(stream, time_ms));
      if (!fresh.get(stream)) continue;
      if (field.bits === 0 && this.#active.size === 0) continue;
      for (const { kind, isSet } of readFaults(field)) {
        if (isSet !== this.#active.has(kind.code)) change(isSet ? 'raise' : 'clear', kind, time_ms);
      }
    }
    return changes;
  }

  /** Whether a frame of this time is not older than the newest of its stream, which it then is. */
  #advance(stream: string, time_ms: number): boolean {
    if (time_ms < (this.#newest_ms.get(stream) ?? this.#since_ms)) return false;
    this.#newest_ms.set(stream, time_ms);
    return true;
  }
}
