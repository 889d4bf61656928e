import fc from 'fast-check';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { Topics } from './topics.ts';

const log = pino({ level: 'silent' });

/** A slow bus that records subscriptions. */
class SlowBus {
  readonly handlers = new Map<string, Set<(topic: string, payload: Buffer) => void>>();
  subscriptions = 0;
  failNext = false;

  async subscribe(filter: string, handler: (topic: string, payload: Buffer) => void) {
    await new Promise((resolve) => setImmediate(resolve));
    if (this.failNext) {
      this.failNext = false;
      throw new Error('no bus');
    }
    this.subscriptions++;
    const handlers = this.handlers.get(filter) ?? new Set();
    this.handlers.set(filter, handlers.add(handler));
    return async () => {
      await new Promise((resolve) => setImmediate(resolve));
      handlers.delete(handler);
    };
  }

  open(topic: string): number {
    return this.handlers.get(topic)?.size ?? 0;
  }

  /** Resolves when the message was decoded and passed on. */
  async send(topic: string, text: string): Promise<void> {
    for (const handler of this.handlers.get(topic) ?? []) handler(topic, Buffer.from(text));
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const make = (bus: SlowBus) => {
  let decoded = 0;
  const topics = new Topics<string>(bus, log, async (_topic, payload) => {
    decoded++;
    if (payload.toString() === 'bad') throw new Error('unreadable');
    return payload.toString();
  });
  return { topics, decodings: () => decoded };
};

describe('Topics', () => {
  it('subscribes and decodes once for all watchers, and unsubscribes with the last', async () => {
    const bus = new SlowBus();
    const { topics, decodings } = make(bus);
    const received: string[] = [];
    const releases = await Promise.all(
      ['a', 'b', 'c'].map((who) => topics.watch('t', (message) => received.push(`${who} ${message}`))),
    );
    expect(bus.subscriptions).toBe(1);
    await bus.send('t', 'x');
    expect(received).toEqual(['a x', 'b x', 'c x']);
    expect(decodings()).toBe(1);
    releases[0]?.();
    releases[0]?.();
    await bus.send('t', 'y');
    expect(received.slice(3)).toEqual(['b y', 'c y']);
    releases[1]?.();
    releases[2]?.();
    await expect.poll(() => bus.open('t')).toBe(0);
    expect(topics.size).toBe(0);
  });

  it('continues after an unreadable message and a failing listener', async () => {
    const bus = new SlowBus();
    const { topics } = make(bus);
    const received: string[] = [];
    await topics.watch('t', () => {
      throw new Error('listener');
    });
    await topics.watch('t', (message) => received.push(message));
    await bus.send('t', 'bad');
    await bus.send('t', 'good');
    expect(received).toEqual(['good']);
  });

  it('rejects when the bus refuses, and can be retried', async () => {
    const bus = new SlowBus();
    const { topics } = make(bus);
    bus.failNext = true;
    await expect(topics.watch('t', () => {})).rejects.toThrow('no bus');
    expect(topics.size).toBe(0);
    await topics.watch('t', () => {});
    expect(bus.open('t')).toBe(1);
  });

  it('notifies watchers that come and go, and leaves no subscription behind', async () => {
    const step = fc.record({ topic: fc.constantFrom('t', 'u'), come: fc.boolean(), wait: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const bus = new SlowBus();
        const { topics } = make(bus);
        const watching: { topic: string; received: string[]; release: Promise<() => void> }[] = [];
        for (const { topic, come, wait } of steps) {
          const at = watching.findIndex((w) => w.topic === topic);
          if (come) {
            const received: string[] = [];
            watching.push({
              topic,
              received,
              release: topics.watch(topic, (message) => received.push(message)),
            });
          } else if (at >= 0) {
            const [left] = watching.splice(at, 1);
            (await left?.release)?.();
          }
          if (wait) await new Promise((resolve) => setImmediate(resolve));
        }
        const releases = await Promise.all(watching.map((w) => w.release));
        for (const topic of ['t', 'u']) await bus.send(topic, 'now');
        for (const w of watching) expect(w.received).toEqual(['now']);
        for (const release of releases) release();
        await expect.poll(() => bus.open('t') + bus.open('u'), { interval: 1 }).toBe(0);
        expect(topics.size).toBe(0);
      }),
      { numRuns: 60 },
    );
  });
});
