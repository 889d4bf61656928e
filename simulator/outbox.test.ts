import type { Frame } from '@voltloop/protocol';
import { expect, test } from 'vitest';
import { Outbox } from './outbox.ts';

const frame = (seq: number): Frame => ({ ts: seq, seq, boot: 1, q: 0 });
const seqs = (frames: Frame[]) => frames.map((f) => f.seq);

test('keeps the order, marks frames as back-fill, and does not modify the given frame', () => {
  const box = new Outbox(10);
  const given = frame(1);
  box.keep([given, frame(2), frame(3)]);
  expect(given.q).toBe(0);
  expect(box.take(2)).toEqual([
    { ...frame(1), q: 1 },
    { ...frame(2), q: 1 },
  ]);
  expect(box.size).toBe(1);
});

test('drops and counts the oldest when full', () => {
  const box = new Outbox(3);
  for (let i = 1; i <= 5; i += 1) box.keep([frame(i)]);
  expect(box.dropped).toBe(2);
  expect(seqs(box.take(9))).toEqual([3, 4, 5]);
});

test('with newest first takes from the other end', () => {
  const box = new Outbox(10);
  box.keep([1, 2, 3, 4, 5].map(frame));
  expect(seqs(box.take(2, true))).toEqual([5, 4]);
  expect(seqs(box.take(2, true))).toEqual([3, 2]);
});
