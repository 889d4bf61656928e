import { tariffContent } from '@voltloop/contract/calls/site-tariffs.ts';
import { expect, it } from 'vitest';
import { contentOf, draftOf, emptyDraft, withoutLastRate, withSeason } from './tariff-form.ts';

const names = ['Day', 'Night'] as const;
const day = Array.from({ length: 24 }, () => 0);
const night = day.map((_, hour) => (hour < 6 ? 1 : 0));
const rates = [
  { name: 'Day', price: '0.4' },
  { name: 'Night', price: '0.2' },
];

it('converts a draft into a valid body and back', () => {
  const flat = { ...emptyDraft(names, 'EUR'), importPrice: '0,3125', currency: 'AUD' };
  const content = tariffContent.parse(contentOf(flat));
  expect(content).toMatchObject({ kind: 'flat', import_price: '0.3125', currency: 'AUD' });
  expect(draftOf(content, names)).toEqual({ ...flat, importPrice: '0.3125' });

  const tou = {
    ...emptyDraft(names, 'EUR'),
    kind: 'tou' as const,
    rates,
    seasons: [
      { from: '01-01', workdays: night, weekend: day },
      { from: '07-01', workdays: day, weekend: night },
    ],
  };
  expect(draftOf(tariffContent.parse(contentOf(tou)), names)).toEqual(tou);

  const dynamic = {
    ...emptyDraft(names, 'EUR'),
    kind: 'dynamic' as const,
    surcharge: '0,12',
    sourceUrl: ' ',
  };
  expect(tariffContent.parse(contentOf(dynamic))).toMatchObject({ surcharge: '0.12', source_url: null });
});

it('keeps seasons whose kinds of days the editor does not support', () => {
  const tou = contentOf({ ...emptyDraft(names, 'EUR'), kind: 'tou', rates });
  if (tou.kind !== 'tou') throw new Error('not by time of use');
  const seasons = [
    {
      from: '01-01',
      day_kinds: [
        { days: [1, 3, 5], hours: night },
        { days: [2, 4, 6, 7], hours: day },
      ],
    },
  ];
  const draft = draftOf({ ...tou, seasons }, names);
  expect(draft.kept).toEqual(seasons);
  expect(contentOf({ ...draft, standing: '0.5' })).toMatchObject({ seasons, standing_charge: '0.5' });
});

it('adds a season with an unused begin, and assigns the hours of a removed rate to the first one', () => {
  const { seasons } = emptyDraft(names, 'EUR');
  const three = withSeason(withSeason(seasons));
  expect(three.map(({ from }) => from)).toEqual(['01-01', '07-01', '02-01']);
  const draft = { ...emptyDraft(names, 'EUR'), seasons: [{ from: '01-01', workdays: night, weekend: day }] };
  expect(withoutLastRate(draft)).toMatchObject({ rates: [{ name: 'Day' }], seasons: [{ workdays: day }] });
});
