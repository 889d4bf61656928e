import { expect, it } from 'vitest';
import { type ParamsView, viewFromUrl, viewToUrl } from './params-url.ts';

const usual: ParamsView = { tab: 'device', device: '', view: 'settings', group: '', batch: '' };

it('omits defaults', () => {
  expect(viewToUrl(usual).toString()).toBe('');
  expect(viewFromUrl(new URLSearchParams())).toEqual(usual);
});

it('can be read back after it was written', () => {
  const view: ParamsView = { tab: 'batches', device: 'HB 1&2', view: 'history', group: 'ems', batch: 'b' };
  expect(viewFromUrl(new URLSearchParams(viewToUrl(view).toString()))).toEqual(view);
});

it('replaces invalid values by the default', () => {
  expect(viewFromUrl(new URLSearchParams('tab=x&view=y'))).toEqual(usual);
  expect(viewFromUrl(new URLSearchParams({ device: 'd'.repeat(500) })).device).toHaveLength(64);
});
