import { describe, expect, it } from 'vitest';
import { defaultView, filterOf, type LogView, viewFromUrl, viewToUrl } from './log-url.ts';

const now_ms = Date.UTC(2026, 2, 1, 10, 0, 30);
const roundTrip = (view: LogView) => viewFromUrl(viewToUrl(view));

describe('the URL of the log', () => {
  it('is empty by default and can be read back after it was written', () => {
    expect(viewToUrl(defaultView).toString()).toBe('');
    const view: LogView = {
      ...defaultView,
      search: '客户',
      user: 'anna',
      action: 'customer.update',
      ip: '10.0.0.0/8',
      result: 'refused',
      span: 'days',
      from: '2026-02-01',
      to: '2026-02-28',
      order: 'asc',
      page: 3,
      size: 50,
    };
    expect(roundTrip(view)).toEqual(view);
  });

  it('replaces invalid values by the default', () => {
    const url = new URLSearchParams('span=9d&result=x&page=-1&size=7&order=up&from=today');
    expect(viewFromUrl(url)).toEqual(defaultView);
  });

  it('queries whole days of the user, including the last one', () => {
    const view: LogView = { ...defaultView, span: 'days', from: '2026-02-01', to: '2026-02-01' };
    expect(filterOf(view, now_ms, 'Asia/Shanghai')).toEqual({
      from: Date.UTC(2026, 0, 31, 16),
      to: Date.UTC(2026, 1, 1, 16),
    });
    expect(filterOf({ ...view, to: '' }, now_ms, 'UTC')).toEqual({ from: Date.UTC(2026, 1, 1) });
  });

  it('counts a span from the full minute', () => {
    const filter = filterOf({ ...defaultView, span: '24h' }, now_ms, 'UTC');
    expect(filter).toEqual({ from: Date.UTC(2026, 1, 28, 10) });
  });
});
