import { describe, expect, it } from 'vitest';
import {
  defaultStaffView,
  exportColumns,
  type StaffView,
  staffViewFromUrl,
  staffViewToUrl,
} from './staff-url.ts';

describe('the URL of the list of staff', () => {
  it('can be read back after it was written, and omits defaults', () => {
    const view: StaffView = {
      search: '王',
      role: 101,
      state: 'disabled',
      sort: 'name',
      order: 'desc',
      page: 2,
      size: 20,
    };
    expect(staffViewFromUrl(staffViewToUrl(view))).toEqual(view);
    expect(staffViewToUrl(defaultStaffView).size).toBe(0);
  });
  it('replaces invalid values by the default', () => {
    const text = 'role=5&state=gone&sort=password&order=up&page=0&size=1000';
    expect(staffViewFromUrl(new URLSearchParams(text))).toEqual(defaultStaffView);
  });
  it('keeps the open saved view', () => {
    const now = new URLSearchParams('view=v1&search=x&page=3');
    expect(staffViewToUrl({ ...defaultStaffView, role: 101 }, now).toString()).toBe('view=v1&role=101');
  });
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
