import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Store } from './store.ts';

let folder: string;
let opened: Store[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gateway-store-'));
});
afterEach(() => {
  for (const store of opened.splice(0)) store.close();
  rmSync(folder, { recursive: true });
});
const open = (limit = 100, log?: (message: string) => void): Store => {
  const store = new Store(join(folder, 'HB1.sqlite'), limit, log);
  opened.push(store);
  return store;
};
const reopen = (store: Store): Store => {
  store.close();
  opened = opened.filter((s) => s !== store);
  return open();
};
const fill = (store: Store, n: number) => {
  for (let i = 0; i < n; i += 1) store.add({ ts: 1000 + i, data: { M_SOC: i } });
};

describe('the store of a device', () => {
  it('numbers frames within a boot, and boots from start to start', () => {
    const first = open();
    fill(first, 2);
    expect(first.oldest(10).map((f) => [f.frame.boot, f.frame.seq])).toEqual([
      [first.boot, 0],
      [first.boot, 1],
    ]);
    const second = reopen(first);
    expect(second.boot).toBe(first.boot + 1);
    expect(second.add({ ts: 5, data: {} }).frame).toMatchObject({ boot: second.boot, seq: 0 });
  });

  it('begins a new folder with a boot number above those of a lost one', () => {
    expect(open().boot).toBeGreaterThan(3_000_000);
    expect(open().boot).toBeLessThan(0xffffffff);
  });

  it('keeps frames across a restart until they are removed', () => {
    const first = open();
    fill(first, 3);
    first.remove([first.oldest(1)[0]?.id as number]);
    const second = reopen(first);
    expect(second.size).toBe(2);
    expect(second.oldest(10).map((f) => f.frame.ts)).toEqual([1001, 1002]);
    expect(second.newest()?.frame.ts).toBe(1002);
  });

  it('drops the oldest beyond its limit, and counts them', () => {
    const store = open(5);
    fill(store, 8);
    expect(store.oldest(10).map((f) => f.frame.ts)).toEqual([1003, 1004, 1005, 1006, 1007]);
    expect([store.size, store.dropped]).toEqual([5, 3]);
  });

  it('removes a frame once, even one that the ring has dropped', () => {
    const store = open(2);
    const { id } = store.add({ ts: 1, data: {} });
    fill(store, 2);
    store.remove([id, id]);
    expect(store.size).toBe(2);
  });

  it('keeps counters together with the frame, or neither', () => {
    const store = open();
    store.put('load', 1);
    expect(() =>
      store.add({ ts: 1, data: {} }, () => {
        store.put('load', 2);
        throw new Error('disk full');
      }),
    ).toThrow('disk full');
    expect([store.get('load'), store.size]).toEqual([1, 0]);
  });

  it('moves a damaged file aside and continues', () => {
    writeFileSync(join(folder, 'HB1.sqlite'), 'this is no database, and was one before the power cut');
    const messages: string[] = [];
    const store = open(100, (message) => messages.push(message));
    fill(store, 1);
    expect(store.size).toBe(1);
    expect(messages).toEqual([expect.stringContaining('is damaged')]);
    expect(readdirSync(folder).some((name) => name.includes('.damaged-'))).toBe(true);
  });
});
