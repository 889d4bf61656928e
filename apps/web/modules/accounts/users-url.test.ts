import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  defaultUsersView,
  exportColumns,
  type UsersView,
  usersViewFromUrl,
  usersViewToUrl,
} from './users-url.ts';

const views: fc.Arbitrary<UsersView> = fc.record({
  search: fc.string({ maxLength: 100 }).map((s) => s.trim()),
  kind: fc.constantFrom('factory', 'enduser', 'staff', null),
  state: fc.constantFrom('active', 'disabled', 'never', null),
  under: fc.option(fc.uuid(), { nil: null }),
  direct: fc.boolean(),
  sort: fc.constantFrom('user_name', 'name', 'kind', 'created_at', 'last_login_time'),
  order: fc.constantFrom('asc', 'desc'),
  page: fc.integer({ min: 1, max: 10_000 }),
  size: fc.integer({ min: 1, max: 100 }),
});

describe('the URL of a list of users', () => {
  it('can be read back after it was written', () => {
    fc.assert(
      fc.property(views, (view) => {
        const text = usersViewToUrl(view).toString();
        expect(usersViewFromUrl(new URLSearchParams(text))).toEqual(view);
      }),
    );
  });
  it('omits defaults, and keeps foreign parameters', () => {
    expect(
      usersViewToUrl(defaultUsersView, new URLSearchParams('tab=invitations&state=never')).toString(),
    ).toBe('tab=invitations');
  });
  it('replaces invalid values by the default', () => {
    const nonsense = 'kind=king&state=x&under=1&direct=yes&sort=password&order=up&page=0&size=1e9';
    expect(usersViewFromUrl(new URLSearchParams(nonsense))).toEqual(defaultUsersView);
  });
});

it('exports the columns of the table, with two columns for its name column', () => {
  expect(exportColumns(['things', 'name', 'last_login_time', 'unknown'])).toEqual([
    'things',
    'name',
    'user_name',
    'last_login_time',
  ]);
});
