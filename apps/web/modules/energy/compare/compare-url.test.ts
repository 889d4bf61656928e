import { describe, expect, it } from 'vitest';
import { comparisonFromUrl, comparisonToUrl, cutFor, daysOf, possibleCuts, rangeOf } from './compare-url.ts';

const DAY = 86_400_000;
const of = (query: string) => comparisonFromUrl(new URLSearchParams(query));

describe('the URL of a comparison', () => {
  it('can be read back after it was written', () => {
    const query =
      'things=A-1%2CB-2&points=M_SOC%2CE_PV_P&every=1h&as=max&kind=custom&from=2026-03-01&to=2026-03-09&zoom=1772323200000-1772326800000';
    expect(comparisonToUrl(of(query)).toString()).toBe(query);
    expect(comparisonToUrl(of('')).toString()).toBe('');
  });
  it('keeps the name of a saved view and nothing else of the former state', () => {
    const before = new URLSearchParams('view=7&things=OLD-1&page=3');
    expect(comparisonToUrl(of('things=A-1'), before).toString()).toBe('view=7&things=A-1');
  });
  it('drops invalid parts', () => {
    expect(
      of(
        'things=A-1,<b>,A-1,,B-2&points=_soc,M_SOC,1&every=3h&as=sum&from=x&zoom=1772326800000-1772323200000',
      ),
    ).toMatchObject({
      devids: ['A-1', 'B-2'],
      points: ['M_SOC'],
      cut: null,
      figure: 'avg',
      from: null,
      zoom: null,
    });
    expect(of(`things=${Array.from({ length: 20 }, (_, i) => `T-${i}`).join(',')}`).devids).toHaveLength(8);
  });
});

describe('the time range', () => {
  it('is cut in days of the zone', () => {
    const range = rangeOf(of('from=2026-03-29'), 'Europe/Berlin', 0);
    // The clock is set forward on that day: it has 23 hours.
    expect(range.end_ms - range.begin_ms).toBe(DAY - 3_600_000);
    expect(daysOf(range, 'Europe/Berlin')).toMatchObject({
      kind: 'day',
      from: '2026-03-29',
      to: '2026-03-29',
    });
  });
  it('is today without dates, and never ends before it begins', () => {
    const now = Date.parse('2026-06-15T23:30:00Z');
    expect(rangeOf(of(''), 'Asia/Shanghai', now).begin_ms).toBe(Date.parse('2026-06-15T16:00:00Z'));
    const backwards = rangeOf(of('kind=custom&from=2026-06-10&to=2026-06-01'), 'UTC', now);
    expect([backwards.begin_ms, backwards.end_ms].map((t) => new Date(t).toISOString().slice(0, 10))).toEqual(
      ['2026-06-10', '2026-06-11'],
    );
  });
});

describe('the interval', () => {
  it('is as fine as a screen can show', () => {
    expect([1, 7, 31, 366].map((days) => cutFor(null, days * DAY, 4))).toEqual(['raw', '15m', '1h', '1d']);
  });
  it('is the requested one, unless it would give too many values', () => {
    expect(cutFor('1h', DAY, 4)).toBe('1h');
    expect(cutFor('raw', 366 * DAY, 64)).toBe('1d');
    expect(possibleCuts(31 * DAY, 64)).toEqual(['15m', '1h', '1d']);
    expect(possibleCuts(4000 * DAY, 64)).toEqual(['1d']);
  });
});
