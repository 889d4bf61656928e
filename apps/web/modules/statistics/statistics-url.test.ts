import { describe, expect, it } from 'vitest';
import {
  daysOf,
  documentsLink,
  gradedLink,
  monthsUntil,
  periodFromUrl,
  viewFromUrl,
  withPeriod,
  withValues,
} from './statistics-url.ts';

const period = (query: string) => periodFromUrl(new URLSearchParams(query));

describe('the period of a URL', () => {
  it.each([
    ['', 'month', '2026-03-01', '2026-03-15'],
    ['period=lastMonth', 'lastMonth', '2026-02-01', '2026-02-28'],
    ['period=quarter', 'quarter', '2026-01-01', '2026-03-15'],
    ['period=year', 'year', '2026-01-01', '2026-03-15'],
    ['period=lastYear', 'lastYear', '2025-01-01', '2025-12-31'],
    ['from=2025-02-01&to=2025-02-10', 'custom', '2025-02-01', '2025-02-10'],
    ['from=2025-02-11&to=2025-02-10', 'month', '2026-03-01', '2026-03-15'],
    ['period=century', 'month', '2026-03-01', '2026-03-15'],
  ])('%s', (query, name, from, to) => {
    expect(period(query).name).toBe(name);
    expect(daysOf(period(query), '2026-03-15')).toEqual({ from, to });
  });
  it('of the month before January is December', () => {
    expect(daysOf(period('period=lastMonth'), '2026-01-02')).toEqual({
      from: '2025-12-01',
      to: '2025-12-31',
    });
  });
  it('round-trips through the URL', () => {
    for (const query of ['', 'period=year', 'from=2025-02-01&to=2025-02-10'])
      expect(withPeriod(new URLSearchParams('period=quarter'), period(query)).toString()).toBe(query);
  });
});

it('ignores invalid values of a URL', () => {
  const view = viewFromUrl(
    new URLSearchParams('storeId=1&region=44&chemistry=B&by=colour&day=2026-1-1&came=2026-13'),
  );
  expect(view).toMatchObject({ scope: { region: '44', chemistry: 'B' }, by: 'store', day: '', came: '' });
  expect(withValues(new URLSearchParams('a=1&b=2'), { a: '', c: '3' }).toString()).toBe('b=2&c=3');
});

it('links to the posted documents of a kind, preset and period', () => {
  expect(documentsLink('issue', { preset: 'sale', from: '2026-03-01', to: '2026-03-31' })).toBe(
    '/backoffice/issue?f.status=posted&f.reversesId.is=empty&f.day.from=2026-03-01&f.day.to=2026-03-31&f.preset=sale',
  );
});

it('links to the batteries of a grade, unless their list has no such filters', () => {
  const now = { day: '', came: '', scope: {} };
  expect(gradedLink('X', now)).toBe('/backoffice/battery?f.grade=X&f.storeId.is=present');
  expect(gradedLink('A', { ...now, scope: { storeId: 's', chemistry: 'B' } })).toBe(
    '/backoffice/battery?f.grade=A&f.storeId=s&f.chemistry=B',
  );
  for (const more of [{ day: '2026-01-01' }, { came: '2026-01' }, { scope: { region: '44' } }])
    expect(gradedLink('A', { ...now, ...more })).toBeUndefined();
  expect(gradedLink('', now)).toBeUndefined();
});

it('lists the last months', () => {
  expect(monthsUntil('2026-02-28', 3)).toEqual(['2026-02', '2026-01', '2025-12']);
});
