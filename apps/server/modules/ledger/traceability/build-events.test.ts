import { expect, test } from 'vitest';
import { buildEvents } from './build-events.ts';
import type { LifeRows } from './read-life.ts';

const day = '2026-03-01';
const move = (document: string, time: number): LifeRows['moves'][number] => ({
  item: 'battery',
  day,
  time,
  kg: '400',
  from: 'a',
  to: 'b',
  fromCondition: null,
  toCondition: 'available',
  document,
});
const document = (
  id: string,
  kind: string,
): [string, NonNullable<ReturnType<LifeRows['documents']['get']>>] => [
  id,
  { id, kind, preset: null, no: id, orderId: null, orderNo: null, collectionId: null, party: null },
];
const record = (kind: LifeRows['records'][number]['kind'], about: string): LifeRows['records'][number] => ({
  kind,
  id: kind,
  title: kind,
  day,
  about: [about],
});

test('an invoice follows the documents of its day, a collection precedes them', () => {
  const events = buildEvents(
    { own: ['battery'], back: [], on: [] },
    {
      goods: new Map(),
      moves: [move('sale', 2), move('receipt', 1)],
      movesCut: false,
      places: new Map(),
      documents: new Map([document('receipt', 'receipt'), document('sale', 'issue')]),
      tests: [],
      records: [record('invoice', 'sale'), record('collection', 'receipt')],
      reports: [],
      vehicles: new Map(),
    },
  );
  expect(events.map(({ record: of }) => of?.id)).toEqual(['collection', 'receipt', 'sale', 'invoice']);
});
