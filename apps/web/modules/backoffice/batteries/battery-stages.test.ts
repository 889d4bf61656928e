import type { StockMove } from '@voltloop/contract/calls/stock.ts';
import { describe, expect, test } from 'vitest';
import { batteryStages } from './battery-stages.ts';

const place = (kind: string) => ({ kind, storeId: null, name: null, code: null });
const move = (day: string, from: string, to: string, toCondition = 'available', status = 'posted') =>
  ({
    day,
    from: place(from),
    to: place(to),
    toCondition,
    document: { status, reverses: false },
  }) as StockMove;
const short = (state: string, ...moves: StockMove[]) =>
  batteryStages(state, moves).map(({ state: name, how, day }) => [name, how, day].filter(Boolean).join(' '));

describe('the stages of a battery', () => {
  test('begin with a battery without moves', () => {
    expect(short('in_use')).toEqual([
      'in_use current',
      'in_stock next',
      'in_test next',
      'in_production next',
      'sold next',
    ]);
  });

  test('are done if reached, and open if skipped', () => {
    const received = move('2026-03-01', 'outside', 'location');
    expect(short('sold', move('2026-03-09', 'location', 'outside'), received)).toEqual([
      'registered done',
      'in_stock done 2026-03-01',
      'in_test next',
      'in_production next',
      'sold current 2026-03-09',
    ]);
    const tested = move('2026-03-02', 'location', 'location', 'test');
    expect(short('in_production', move('2026-03-05', 'location', 'production'), tested, received)[2]).toBe(
      'in_test done 2026-03-02',
    );
  });

  test('show an exceptional state, and an unwanted end', () => {
    const received = move('2026-03-01', 'outside', 'location');
    expect(short('on_hold', received)[1]).toBe('on_hold current 2026-03-01');
    expect(short('missing', received)[1]).toBe('missing wrong 2026-03-01');
    expect(short('scrapped', move('2026-03-04', 'location', 'location', 'scrapped'), received)[4]).toBe(
      'scrapped wrong 2026-03-04',
    );
  });

  test('ignore voided moves', () => {
    expect(short('in_stock', move('2026-03-02', 'location', 'location', 'test', 'voided'))[2]).toBe(
      'in_test next',
    );
  });
});
