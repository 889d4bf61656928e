import type { LifeEvent, LifeNode } from '@voltloop/contract/calls/traceability.ts';
import { describe, expect, test } from 'vitest';
import { stagesOf } from './stages.ts';

const place = (kind: string) => ({ kind, storeId: null, name: null, code: null });
const event = (day: string, what: LifeEvent['what'], more: Partial<LifeEvent> = {}): LifeEvent => ({
  key: day,
  what,
  side: 'own',
  day,
  time: null,
  record: null,
  hidden: false,
  items: [],
  count: 1,
  kg: null,
  from: null,
  to: null,
  fromCondition: null,
  toCondition: null,
  order: null,
  test: null,
  reports: [],
  ...more,
});
const moved = (day: string, from: string, to: string, side: LifeEvent['side'] = 'own') =>
  event(day, 'document', { from: place(from), to: place(to), side });
const short = (events: LifeEvent[], nodes: LifeNode[] = []) =>
  stagesOf({ events, nodes })
    .filter(({ state }) => state !== 'next')
    .map(({ name, state, day }) => `${name} ${state} ${day}`);

describe('the stages of a life', () => {
  test('are those that it reached, with that of its last document as the current one', () => {
    expect(short([])).toEqual([]);
    expect(
      short([
        event('2020-01-01', 'vehicleRegistered'),
        moved('2026-01-01', 'outside', 'location'),
        event('2026-01-02', 'test'),
        moved('2026-01-03', 'location', 'location'),
      ]),
    ).toEqual(['vehicle done 2020-01-01', 'received done 2026-01-01', 'tested current 2026-01-02']);
  });

  test('continue in its products', () => {
    const record = { kind: 'production', id: 'p', title: 'SC1', preset: 'pack' };
    expect(
      short([
        moved('2026-01-01', 'outside', 'location'),
        event('2026-02-01', 'document', { record, from: place('location'), to: place('inside') }),
        moved('2026-03-01', 'location', 'outside', 'on'),
      ]),
    ).toEqual(['received done 2026-01-01', 'produced current 2026-02-01', 'delivered done 2026-03-01']);
  });

  test('include materials only as outputs of a run', () => {
    const lot: LifeNode = {
      id: 'item:l',
      kind: 'lot',
      side: 'on',
      title: 'BM-1',
      record: null,
      day: '2026-04-01',
      state: null,
    };
    const bought = moved('2026-01-01', 'outside', 'location');
    expect(short([bought], [{ ...lot, side: 'own' }])).toEqual(['received current 2026-01-01']);
    expect(short([bought, moved('2026-04-01', 'location', 'recycled')], [lot])).toEqual([
      'received done 2026-01-01',
      'recycled current 2026-04-01',
      'material done 2026-04-01',
    ]);
  });
});
