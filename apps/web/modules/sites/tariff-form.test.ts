import { tariffContent } from '@voltloop/contract/calls/site-tariffs.ts';
import { expect, it } from 'vitest';
import { contentOf, draftOf, emptyDraft } from './tariff-form.ts';

const names = ['Day', 'Night'] as const;

it('makes of a draft what the server takes, and the same draft of that', () => {
  const flat = { ...emptyDraft(names), importPrice: '0,3125', currency: 'eur' };
  const content = tariffContent.parse(contentOf(flat));
  expect(content).toMatchObject({ kind: 'flat', import_price: '0.3125', currency: 'EUR' });
  expect(draftOf(content, names)).toEqual({ ...flat, importPrice: '0.3125', currency: 'EUR' });

  const night = Array.from({ length: 24 }, (_, hour) => (hour < 6 ? 1 : 0));
  const rates = [
    { name: 'Day', price: '0.4' },
    { name: 'Night', price: '0.2' },
  ];
  const tou = { ...emptyDraft(names), kind: 'tou' as const, rates, workdays: night };
  expect(draftOf(tariffContent.parse(contentOf(tou)), names)).toEqual(tou);
});

it('does not pretend to know seasons', () => {
  const tou = contentOf({ ...emptyDraft(names), kind: 'tou' });
  if (tou.kind !== 'tou') throw new Error('not by time of use');
  const [season] = tou.seasons;
  expect(draftOf({ ...tou, seasons: [season!, { ...season!, from: '07-01' }] }, names)).toBeNull();
});
