import { describe, expect, it } from 'vitest';
import { defaultView, filterOf, type LogView, viewFromUrl, viewToUrl } from './log-url.ts';

const now_ms = Date.UTC(2026, 2, 1, 10, 0, 30);

describe('the URL of the log', () => {
  it('has days only where a span of days is chosen', () => {
    const view: LogView = { ...defaultView, span: 'days', from: '2026-02-01', to: '2026-02-28' };
    expect(viewFromUrl(viewToUrl(view))).toEqual(view);
    expect(viewToUrl({ ...view, span: '7d' }).toString()).toBe('span=7d');
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
