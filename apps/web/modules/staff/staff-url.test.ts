import { describe, expect, it } from 'vitest';
import {
  defaultStaffView,
  exportColumns,
  type StaffView,
  staffViewFromUrl,
  staffViewToUrl,
} from './staff-url.ts';

describe('the list of staff in its address', () => {
  it('goes there and back, and leaves out what is default', () => {
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
  it('takes nonsense as default', () => {
    const text = 'role=5&state=gone&sort=password&order=up&page=0&size=1000';
    expect(staffViewFromUrl(new URLSearchParams(text))).toEqual(defaultStaffView);
  });
  it('keeps the saved view that is open', () => {
    const now = new URLSearchParams('view=v1&search=x&page=3');
    expect(staffViewToUrl({ ...defaultStaffView, role: 101 }, now).toString()).toBe('view=v1&role=101');
  });
});

it('a file has the columns that the list shows, both names apart', () => {
  expect(exportColumns(['name', 'role', 'twoFactor', 'created_at', 'actions'])).toEqual([
    'name',
    'user_name',
    'role',
    'two_factor',
    'created_at',
  ]);
});
