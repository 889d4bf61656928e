import { expect, it } from 'vitest';
import { defaultStaffView, exportColumns, staffViewToUrl } from './staff-url.ts';

it('the URL of the list of staff keeps the open saved view, and nothing else of the former state', () => {
  const now = new URLSearchParams('view=v1&search=x&page=3');
  expect(staffViewToUrl({ ...defaultStaffView, role: 101 }, now).toString()).toBe('view=v1&role=101');
});

it('exports the columns of the list, with both names separately', () => {
  expect(exportColumns(['name', 'role', 'twoFactor', 'created_at', 'actions'])).toEqual([
    'name',
    'user_name',
    'role',
    'two_factor',
    'created_at',
  ]);
});
