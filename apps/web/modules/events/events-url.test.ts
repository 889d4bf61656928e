import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  defaultView,
  type EventView,
  eventSorts,
  eventSources,
  eventsPath,
  filterOf,
  viewFromUrl,
  viewToUrl,
} from './events-url.ts';

const views: fc.Arbitrary<EventView> = fc.record({
  search: fc.string({ maxLength: 100 }),
  state: fc.constantFrom(1, 2, null),
  levels: fc.subarray([1, 2, 3]),
  unseen: fc.boolean(),
  source: fc.constantFrom(null, ...eventSources),
  span: fc.constantFrom(null, '24h' as const, '7d' as const),
  devid: fc.constantFrom(null, 'HB 1&2'),
  code: fc.constantFrom(null, 'P_PROT.3@2'),
  rule: fc.constantFrom(null, 'r'),
  account: fc.constantFrom(null, 'a'),
  site: fc.constantFrom(null, '6b0e'),
  sort: fc.constantFrom(...eventSorts),
  order: fc.constantFrom('asc' as const, 'desc' as const),
  page: fc.integer({ min: 1, max: 999 }),
  size: fc.constantFrom(10, 20, 30, 50),
});

describe('the URL of the Event page', () => {
  it('can be read back for every view, and omits defaults', () => {
    expect(viewToUrl(defaultView).toString()).toBe('');
    fc.assert(
      fc.property(views, (view) => {
        expect(viewFromUrl(new URLSearchParams(viewToUrl(view).toString()))).toEqual(view);
      }),
    );
  });
  it('falls back to the default if invalid', () => {
    const nonsense = new URLSearchParams(
      'state=9&level=7,x&sort=drop&order=up&page=-1&size=7&span=__proto__&source=x',
    );
    expect(viewFromUrl(nonsense)).toEqual(defaultView);
  });
  it('keeps foreign parameters', () => {
    expect(viewToUrl(defaultView, new URLSearchParams('tab=rules&state=2')).toString()).toBe('tab=rules');
    expect(eventsPath({ devid: 'HB1', state: null }, 'e1')).toBe(
      '/endUserPage/faultyDevices/index?state=all&devid=HB1&event=e1',
    );
  });
  it('is converted to the server’s filter, which stays the same within a minute', () => {
    const view: EventView = { ...defaultView, levels: [2, 3], unseen: true, span: '24h' };
    expect(filterOf(view, 86_400_000 + 61_000)).toEqual({
      state: 1,
      level: '2,3',
      ack: 0,
      begin_time: 60_000,
    });
    expect(filterOf(view, 86_400_000 + 61_000)).toEqual(filterOf(view, 86_400_000 + 119_000));
  });
});
