import { describe, expect, it } from 'vitest';
import { tabFromUrl } from '../../ui/address/tab-url.ts';
import { monitoringPath, tabsFor, thingPath } from './monitoring-url.ts';

it('links to the Monitoring page contain its filters', () => {
  expect(monitoringPath()).toBe('/operationStatuss/index');
  expect(monitoringPath({ state: 2 })).toBe('/operationStatuss/index?state=2');
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
