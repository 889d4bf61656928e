import { describe, expect, it } from 'vitest';
import type { Mapped } from './mapping.ts';
import { MergeWindow } from './merge.ts';

const mapped = (key: string, value: number, time_ms: number, ends = false) =>
  ({ readings: [{ key, pack: 0, cell: 0, value }], time_ms, ends }) as unknown as Mapped;
const values = (frame: ReturnType<MergeWindow['take']>) =>
  frame && Object.fromEntries(frame.readings.map(({ key, value }) => [key, value]));

describe('a merge window', () => {
  it('makes one frame of the newest values when it ends', () => {
    const window = new MergeWindow({ window_s: 5 });
    window.add(mapped('A', 1, 1000), 1000);
    window.add(mapped('B', 2, 2000), 2000);
    window.add(mapped('A', 3, 3000), 3000);
    window.add(mapped('A', 9, 500), 3500);
    expect(window.take(5999)).toBeNull();
    const frame = window.take(6000);
    expect([frame?.time_ms, values(frame)]).toEqual([3000, { A: 3, B: 2 }]);
    expect(window.take(60_000)).toBeNull();
  });

  it('ends at once with an end topic', () => {
    const window = new MergeWindow();
    window.add(mapped('A', 1, 1000, true), 1000);
    expect(values(window.take(1000))).toEqual({ A: 1 });
  });

  it('repeats values until they are stale', () => {
    const window = new MergeWindow({ window_s: 1, stale_s: 10 });
    window.add(mapped('A', 1, 0), 0);
    expect(values(window.take(1000))).toEqual({ A: 1 });
    window.add(mapped('B', 2, 5000), 5000);
    expect(values(window.take(6000))).toEqual({ A: 1, B: 2 });
    window.add(mapped('B', 3, 14_000), 14_000);
    expect(values(window.take(15_000))).toEqual({ B: 3 });
  });

  it('keeps a bounded number of points', () => {
    const window = new MergeWindow();
    let dropped = 0;
    for (let n = 0; n < 5000; n++) dropped += window.add(mapped(`K${n}`, n, 0), 0);
    expect([window.take(5000)?.readings.length, dropped]).toEqual([4096, 904]);
  });
});
