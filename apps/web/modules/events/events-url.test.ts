import { describe, expect, it } from 'vitest';
import { defaultView, type EventView, eventsPath, filterOf, viewFromUrl } from './events-url.ts';

describe('the URL of the Event page', () => {
  it.each([
    ['', 1, []],
    ['state=2&level=1%2C3', 2, [1, 3]],
    ['state=all&level=2', null, [2]],
    ['state=9&level=7,x', 1, []],
  ])('has the state and the levels, or their defaults: %j', (query, state, levels) => {
    const view = viewFromUrl(new URLSearchParams(query));
    expect(view).toEqual({ ...defaultView, state, levels });
    expect(viewFromUrl(new URL(eventsPath(view), 'http://x').searchParams)).toEqual(view);
  });
  it('can open the details of an event', () => {
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
