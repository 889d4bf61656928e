import { expect, test } from 'vitest';
import { type Rank, StrangerQueue } from './stranger-queue.ts';

const quick = (ip: string, signal?: AbortSignal) => ({ ip, rank: 'first' as Rank, signal });
const slow = (ip: string, signal?: AbortSignal) => ({ ip, rank: 'slow' as Rank, signal });

/** A queue of one name, with work that runs until it is released. */
function queueOf() {
  const queue = new StrangerQueue();
  const order: string[] = [];
  const gate = Promise.withResolvers<void>();
  const blocking = (how: { ip: string; rank: Rank }) => queue.run('ada', how, () => gate.promise);
  const run = (label: string, how: ReturnType<typeof quick>) =>
    queue.run('ada', how, async () => void order.push(label));
  return { queue, order, gate, blocking, run };
}

test('the first three tries of a network are quick, of IPv6 those of its /48', () => {
  const queue = new StrangerQueue();
  const ranks = (...ips: string[]) => ips.map((ip) => queue.rankOf('ada', ip));
  const v4 = Array.from({ length: 4 }, () => '192.0.2.1');
  expect(ranks(...v4)).toEqual(['first', 'quick', 'quick', 'slow']);
  expect(ranks('192.0.2.2')).toEqual(['first']);
  expect(queue.rankOf('bob', '192.0.2.1')).toBe('first');
  const v6 = ['2001:db8:1:1::1', '2001:db8:1:2::1', '2001:db8:1:3::1', '2001:db8:1:4::1', '2001:db8:2:1::1'];
  expect(ranks(...v6)).toEqual(['first', 'quick', 'quick', 'slow', 'first']);
});

test('a first try does not wait for repeated ones', async () => {
  const { order, gate, blocking, run } = queueOf();
  const held = blocking(slow('10.0.0.1'));
  const waiting = run('again', slow('10.0.0.2'));
  await run('first', quick('192.0.2.1'));
  expect(order).toEqual(['first']);
  gate.resolve();
  await Promise.all([held, waiting]);
});

test('networks take turns', async () => {
  const { order, gate, blocking, run } = queueOf();
  const held = blocking(slow('10.0.0.1'));
  const all = ['a1', 'a2', 'a3'].map((label) => run(label, slow('10.0.0.2')));
  all.push(run('b1', slow('10.0.0.3')));
  gate.resolve();
  await Promise.all([held, ...all]);
  expect(order).toEqual(['a1', 'b1', 'a2', 'a3']);
});

test('a waiter that leaves gives up its place', async () => {
  const { order, gate, blocking, run } = queueOf();
  const held = blocking(slow('10.0.0.1'));
  const gone = new AbortController();
  const leaving = Array.from({ length: 5 }, () => run('gone', slow('10.0.0.2', gone.signal)));
  const refused = (promise: Promise<unknown>) =>
    expect(promise).rejects.toMatchObject({ codeName: 'tooMany', retryAfter_s: 5 });
  await refused(run('sixth', slow('10.0.0.2')));
  gone.abort(new Error('gone'));
  for (const each of leaving) await expect(each).rejects.toThrow('gone');
  const owner = run('owner', slow('10.0.0.2'));
  gate.resolve();
  await Promise.all([held, owner]);
  expect(order).toEqual(['owner']);
});
