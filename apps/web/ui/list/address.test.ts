import fc from 'fast-check';
import { expect, it } from 'vitest';
import { address, day, flag, maybe, named, oneOf, type Part, paged, sorted, text, whole } from './address.ts';

/** Null is a valid value and differs from the default. */
const state: Part<number | null> = {
  first: 1,
  read: (value) => (value === 'all' ? null : 1),
  write: (value) => (value === null ? 'all' : null),
};
const list = address({
  search: text(5),
  state,
  level: named('lv', whole(1, 3)),
  open: flag(),
  kind: oneOf(['a', 'b']),
  tab: oneOf(['one', 'two'], 'one'),
  site: maybe(8, /^[a-z]+$/),
  from: day(),
  ...sorted(['name', 'time'], 'time', 'desc', 'asc'),
  ...paged([10, 20], 10),
});
const read = (query: string) => list.fromUrl(new URLSearchParams(query));

it('restores every view from its URL and keeps other parameters', () => {
  fc.assert(
    fc.property(
      fc.record({
        search: fc.string({ maxLength: 5 }),
        state: fc.constantFrom(1, null),
        level: fc.constantFrom(null, 1, 2, 3),
        open: fc.boolean(),
        kind: fc.constantFrom(null, 'a' as const, 'b' as const),
        tab: fc.constantFrom('one' as const, 'two' as const),
        site: fc.constantFrom(null, 'abc'),
        from: fc.constantFrom('', '2026-03-01'),
        sort: fc.constantFrom('name' as const, 'time' as const),
        order: fc.constantFrom('asc' as const, 'desc' as const),
        page: fc.integer({ min: 1, max: 99 }),
        size: fc.constantFrom(10, 20),
      }),
      (view) => {
        const url = list.toUrl(view, new URLSearchParams('view=7&search=old&lv=3'));
        expect(list.fromUrl(new URLSearchParams(url.toString()))).toEqual(view);
        expect(url.get('view')).toBe('7');
      },
    ),
  );
});

it('omits default values and reads invalid values as the default', () => {
  expect(list.toUrl(list.first).toString()).toBe('');
  const nonsense = 'lv=4&open=yes&kind=c&tab=three&site=A1&from=2026-13-45&sort=drop&order=up&page=0&size=7';
  expect(read(nonsense)).toEqual(list.first);
  for (const number of ['%2B1', '1.0', ' 1', '0x1', '1e0', ''])
    expect(read(`lv=${number}`).level, number).toBeNull();
  expect(read('search=too+long').search).toBe('too l');
});

it('reads a column without a direction in the implied direction', () => {
  expect(read('sort=name')).toMatchObject({ sort: 'name', order: 'asc' });
  expect(read('')).toMatchObject({ sort: 'time', order: 'desc' });
});
