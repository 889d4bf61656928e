import { expect, it } from 'vitest';
import { date, option, text } from './fields.ts';
import { defineResource } from './resource.ts';
import { toneOfDay } from './tone-of-day.ts';

const driver = defineResource({
  name: 'driver',
  one: { en: 'Driver', zh: '驾驶员' },
  many: { en: 'Drivers', zh: '驾驶员' },
  path: '/driver',
  table: 'drivers',
  menu: 1,
  title: 'name',
  fields: {
    name: text('Name', '姓名', { max: 9 }),
    until: date('Until', '至'),
    status: option('S', '状态', 'enabled'),
  },
  list: { columns: ['name'], sort: { field: 'name' }, search: [] },
  form: [],
  home: {
    warnings: [
      {
        name: 'licence',
        words: { en: 'Licence', zh: '驾照' },
        tone: 'warning',
        filter: (day) => [
          { field: 'until', op: 'to', value: day(61) },
          { field: 'status', op: 'equals', value: 1 },
        ],
        date: 'until',
      },
    ],
  },
});
const day = (offset: number) => new Date(Date.UTC(2026, 0, 1 + offset)).toISOString().slice(0, 10);

it.each([
  ['2025-12-31', 1, 'danger'],
  ['2026-01-01', 1, 'warning'],
  ['2026-03-02', 1, 'warning'],
  ['2026-03-03', 1, undefined],
  ['2025-12-31', 2, undefined],
  [null, 1, undefined],
])('a licence until %s of a driver in state %i has tone %s', (until, status, tone) =>
  expect(toneOfDay(driver, { until, status }, 'until', day)).toBe(tone),
);
