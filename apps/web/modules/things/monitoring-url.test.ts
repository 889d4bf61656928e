import { describe, expect, it } from 'vitest';
import { tabFromUrl } from '../../parts/tab-url.ts';
import {
  defaultView,
  type MonitoringView,
  monitoringPath,
  tabsFor,
  thingPath,
  viewFromUrl,
  viewToUrl,
} from './monitoring-url.ts';

const round = (view: MonitoringView) => viewFromUrl(new URLSearchParams(viewToUrl(view).toString()));

describe('the Monitoring view in the URL', () => {
  it('can be read back after it was written', () => {
    for (const view of [
      defaultView,
      { search: 'Haus & Hof=1', state: 0, problem: null, site: '6b0e', sort: 'soc', order: 'desc' },
      { search: '', state: 4, problem: 2, site: '', sort: 'problem', order: 'desc' },
      { search: '电池', state: null, problem: 3, site: '', sort: 'last_time', order: 'asc' },
    ] satisfies MonitoringView[])
      expect(round(view)).toEqual(view);
  });
  it('is empty for the default view', () => {
    expect(viewToUrl(defaultView).toString()).toBe('');
    expect(monitoringPath()).toBe('/operationStatuss/index');
    expect(monitoringPath({ state: 2 })).toBe('/operationStatuss/index?state=2');
    expect(monitoringPath({ problem: 2 })).toBe('/operationStatuss/index?problem=2');
  });
  it('ignores invalid values', () => {
    const view = viewFromUrl(new URLSearchParams('state=9&problem=4&sort=password&order=up&search=x'));
    expect(view).toEqual({ ...defaultView, search: 'x' });
    expect(viewFromUrl(new URLSearchParams('state=')).state).toBeNull();
  });
  it('keeps foreign parameters', () => {
    expect(viewToUrl({ ...defaultView, state: 1 }, new URLSearchParams('a=b&search=old')).toString()).toBe(
      'a=b&state=1',
    );
  });
});

describe('a thing’s tabs', () => {
  it('are in the URL, escaped', () => {
    expect(thingPath('A/1')).toBe('/operationStatuss/thing/A%2F1');
    expect(thingPath('A', 'packs')).toBe('/operationStatuss/thing/A?tab=packs');
  });
  it('fall back to the overview if the account may not see them', () => {
    const forEndUser = tabsFor(5);
    expect(forEndUser).not.toContain('bindings');
    expect(tabFromUrl(new URLSearchParams('tab=bindings'), forEndUser)).toBe('overview');
    expect(tabFromUrl(new URLSearchParams('tab=bindings'), tabsFor(4))).toBe('bindings');
  });
});
