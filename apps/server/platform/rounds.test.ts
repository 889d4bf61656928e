import { register } from 'prom-client';
import { expect, test, vi } from 'vitest';
import { createLog } from './log.ts';
import { Repeated, Rounds } from './rounds.ts';
import type { Work } from './schedule.ts';
import type { Services } from './services.ts';

const work: Work = { name: 'test', every_ms: 1000, role: 'every', isDoneAtStart: false };

class Counting extends Rounds {
  begun = 0;
  release: Array<(error?: Error) => void> = [];

  constructor() {
    super({ work, services: { log: createLog('silent') }, failure: 'failed' });
  }

  protected override round(): Promise<void> {
    this.begun += 1;
    return new Promise((resolve, reject) => {
      this.release.push((error) => (error ? reject(error) : resolve()));
    });
  }
}

test('calls during a round queue one more, and wait for it', async () => {
  const rounds = new Counting();
  const first = rounds.run();
  const second = rounds.run();
  const third = rounds.run();
  expect(rounds.begun).toBe(1);
  rounds.release[0]?.();
  await vi.waitFor(() => expect(rounds.begun).toBe(2));
  rounds.release[1]?.();
  await Promise.all([first, second, third]);
  expect(rounds.begun).toBe(2);
});

test('a failed round neither stops later ones nor rejects calls', async () => {
  const rounds = new Counting();
  const failing = rounds.run();
  rounds.release[0]?.(new Error('no database'));
  await failing;
  const next = rounds.run();
  rounds.release[1]?.();
  await next;
  expect(rounds.begun).toBe(2);
});

test('the timer starts no round while one runs', () => {
  vi.useFakeTimers();
  const rounds = new Counting();
  rounds.start();
  vi.advanceTimersByTime(5000);
  vi.useRealTimers();
  expect(rounds.begun).toBe(1);
});

test('stop waits for the round, and no other follows', async () => {
  const rounds = new Counting();
  void rounds.run();
  void rounds.run();
  let stopped = false;
  const stop = rounds.stop().then(() => {
    stopped = true;
  });
  await Promise.resolve();
  expect(stopped).toBe(false);
  rounds.release[0]?.();
  await stop;
  await rounds.run();
  expect(rounds.begun).toBe(1);
});

class Batches extends Rounds {
  readonly done: string[][] = [];
  left: string[] = [];
  readonly #due: string[];
  readonly #bad: ReadonlySet<string>;

  constructor(due: string[], bad: string[]) {
    super({ work, services: { log: createLog('silent') }, failure: 'failed' });
    this.#due = due;
    this.#bad = new Set(bad);
  }

  protected override async round(): Promise<void> {
    this.left = this.failing;
    const due = this.#due.filter((id) => !this.left.includes(id));
    await this.rows(due, async (ids) => {
      if (ids.some((id) => this.#bad.has(id))) throw new Error('refused');
      this.done.push([...ids]);
      return ids;
    });
  }
}

test('rows that fail stop none of those that are done with them, and are left out for a while', async () => {
  const rounds = new Batches(['a', 'b', 'c', 'd', 'e'], ['b', 'e']);
  await rounds.run();
  expect(rounds.done.flat()).toEqual(['a', 'c', 'd']);
  await rounds.run();
  expect(rounds.left).toEqual(['b', 'e']);
  expect(rounds.done.at(-1)).toEqual(['a', 'c', 'd']);
});

test('wake runs a round between start and stop only', async () => {
  const rounds = new Counting();
  rounds.wake();
  expect(rounds.begun).toBe(0);
  rounds.start();
  rounds.wake();
  expect(rounds.begun).toBe(1);
  rounds.release[0]?.();
  await rounds.stop();
  rounds.wake();
  expect(rounds.begun).toBe(1);
});

test('rounds start on nodes with the role of their work', () => {
  const begun = (roles: Services['config']['roles'], role: Work['role']) => {
    const round = vi.fn(async () => {});
    const config = { roles } as Services['config'];
    const services = { log: createLog('silent'), config };
    new Repeated(
      { work: { ...work, role, isDoneAtStart: true }, services, failure: 'failed' },
      round,
    ).start();
    return round.mock.calls.length;
  };
  const [jobs, api] = [new Set(['jobs'] as const), new Set(['api'] as const)];
  expect([begun(jobs, 'jobs'), begun(api, 'jobs'), begun(api, 'every')]).toEqual([1, 0, 1]);
});

test('metrics have the rounds, the last success and the failures of each work', async () => {
  const measured = { ...work, name: 'measured' };
  const services = { log: createLog('silent') };
  const round = vi.fn(async () => {}).mockRejectedValueOnce(new Error('no database'));
  const rounds = new Repeated({ work: measured, services, failure: 'failed' }, round);
  const metric = async (name: string) => {
    const text = await register.metrics();
    const value = new RegExp(`^voltloop_periodic_work_${name}{work="measured"} (.*)$`, 'm').exec(text)?.[1];
    return value === undefined ? undefined : Number(value);
  };
  await rounds.run();
  expect(await metric('last_success_timestamp_seconds')).toBeUndefined();
  expect(await metric('failures_total')).toBe(1);
  await rounds.run();
  expect(await metric('last_success_timestamp_seconds')).toBeGreaterThan(0);
  expect([await metric('seconds_count'), await metric('failures_total')]).toEqual([2, 1]);
});
