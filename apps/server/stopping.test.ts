import { expect, test } from 'vitest';
import { Stopping } from './stopping.ts';

test('stops in reverse order, once, despite a failing part and one that hangs', async () => {
  const order: string[] = [];
  const stopping = new Stopping();
  stopping.add('a', () => void order.push('a'));
  stopping.add('hangs', () => new Promise(() => {}));
  stopping.add('fails', () => Promise.reject(new Error('no')));
  stopping.add('b', async () => void order.push('b'));
  await Promise.all([stopping.stop(undefined, 20), stopping.stop(undefined, 20)]);
  expect(order).toEqual(['b', 'a']);
});
