import { expect, test } from 'vitest';
import { spansOf } from './spans.ts';

test('a month is compared with the same days of the month before and of the year before', () => {
  expect(spansOf('month', '2026-11-24')).toEqual({
    now: { from: '2026-11-01', to: '2026-11-24' },
    before: { from: '2026-10-01', to: '2026-10-24' },
    yearBefore: { from: '2025-11-01', to: '2025-11-24' },
  });
  expect(spansOf('month', '2026-01-05').before).toEqual({ from: '2025-12-01', to: '2025-12-05' });
});

test('a span in a shorter month ends with its last day', () => {
  expect(spansOf('month', '2026-03-31').before).toEqual({ from: '2026-02-01', to: '2026-02-28' });
  expect(spansOf('month', '2028-02-29').yearBefore).toEqual({ from: '2027-02-01', to: '2027-02-28' });
});

test('quarters and years begin with their first month', () => {
  expect(spansOf('quarter', '2026-11-24')).toEqual({
    now: { from: '2026-10-01', to: '2026-11-24' },
    before: { from: '2026-07-01', to: '2026-08-24' },
    yearBefore: { from: '2025-10-01', to: '2025-11-24' },
  });
  const year = spansOf('year', '2026-11-24');
  expect(year.now).toEqual({ from: '2026-01-01', to: '2026-11-24' });
  expect(year.before).toEqual(year.yearBefore);
});
