import type { LiveEvents } from '@voltloop/contract';

type LiveFrame = LiveEvents['frame'];
type ThingState = LiveEvents['state']['things'][number];
type Notice = { name: 'event'; data: LiveEvents['event'] } | { name: 'command'; data: LiveEvents['command'] };
type Message = { [K in 'frame' | 'state' | 'event' | 'command']: { name: K; data: LiveEvents[K] } }[
  | 'frame'
  | 'state'
  | 'event'
  | 'command'];

/** Limit of events and commands kept for a slow reader; older ones are dropped, the lists of the console have them. */
const MAX_NOTICES = 500;

/**
 * Pending messages for a reader that is slower than the stream: not every message, but the newest of each thing, event
 * and command. Its size is bounded by the watched topics, not by how long the reader is blocked.
 */
export class Backlog {
  #frames = new Map<string, LiveFrame>();
  #states = new Map<string, ThingState>();
  #notices = new Map<string, Notice>();

  addFrame(frame: LiveFrame): void {
    const before = this.#frames.get(frame.devid);
    // Frames of one thing have different points (system, packs): the newest of each is kept.
    const fields = before ? { ...before.fields, ...frame.fields } : frame.fields;
    this.#frames.set(frame.devid, { ...frame, fields });
  }

  addStates(things: readonly ThingState[]): void {
    for (const thing of things) this.#states.set(thing.devid, thing);
  }

  addNotice(notice: Notice): void {
    const key = `${notice.name} ${notice.data.id}`;
    this.#notices.delete(key);
    this.#notices.set(key, notice);
    if (this.#notices.size > MAX_NOTICES) {
      const oldest = this.#notices.keys().next().value;
      if (oldest !== undefined) this.#notices.delete(oldest);
    }
  }

  /** Returns all pending messages and clears the backlog. */
  take(): Message[] {
    const messages: Message[] = [...this.#frames.values()].map((data) => ({ name: 'frame', data }));
    if (this.#states.size > 0) messages.push({ name: 'state', data: { things: [...this.#states.values()] } });
    messages.push(...this.#notices.values());
    this.#frames = new Map();
    this.#states = new Map();
    this.#notices = new Map();
    return messages;
  }
}
